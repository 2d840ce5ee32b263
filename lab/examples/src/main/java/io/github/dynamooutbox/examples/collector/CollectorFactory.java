package io.github.dynamooutbox.examples.collector;

import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.aws.keys.TextRule;
import io.github.dynamooutbox.aws.targets.SendingKeys;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import io.github.dynamooutbox.aws.targets.TargetFields;
import java.net.URI;

// snippet:start factory
/** HTTP collectors that accept batches of CloudEvents. */
public final class CollectorFactory implements TargetFactory {
  private static final int ENTRIES = 100;
  private static final int BYTES = 1024 * 1024;

  private static final Section KEYS = Section.of("An HTTP collector.");

  private static final Key<String> URL =
      KEYS.add(
          Key.text(
                  "url",
                  TextRule.of(
                      "https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[^\\s?#]*)?", "an http or https URL"))
              .required("say where the collector listens")
              .about("Where the collector listens."));

  private static final SendingKeys SENDING =
      SendingKeys.of(
              ENTRIES,
              SendingKeys.maxEntryBytes(BYTES, BYTES).about("Maximum size of an event, in bytes."))
          .requestBytes(BYTES, BYTES)
          .onlyCloudEvents("a collector accepts only CloudEvents")
          .in(KEYS);

  @Override
  public String type() {
    return "http-collector";
  }

  @Override
  public Section keys() {
    return KEYS;
  }

  @Override
  public TargetConfig read(String name, TargetFields fields) {
    // A target with an error is never opened, so any valid URL can stand in for a wrong one.
    String url = fields.find(URL).orElse("http://localhost");
    return new CollectorConfig(name, URI.create(url), SENDING.read(fields));
  }
}
// snippet:end
