package io.github.dynamooutbox.examples.collector;

import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.SendingReader;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import io.github.dynamooutbox.aws.targets.TargetFields;
import io.github.dynamooutbox.aws.targets.TextRule;
import java.net.URI;

// snippet:start factory
/** HTTP collectors that accept batches of CloudEvents. */
public final class CollectorFactory implements TargetFactory {
  private static final TextRule URL =
      TextRule.of("https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[^\\s?#]*)?", "an http or https URL");

  private static final int ENTRIES = 100;
  private static final int BYTES = 1024 * 1024;

  @Override
  public String type() {
    return "http-collector";
  }

  @Override
  public TargetConfig read(String name, TargetFields fields) {
    if (!fields.has("url")) {
      fields.missing("url", "say where the collector listens");
    }
    // A target with a mistake is never opened, so any valid URL can stand in for a wrong one.
    String url = fields.text("url", URL).orElse("http://localhost");
    Sending sending =
        SendingReader.of(fields, ENTRIES, BYTES, BYTES).requestBytes(BYTES, BYTES).read();
    if (sending.envelope() != EnvelopeForm.CLOUDEVENT) {
      fields.problem("envelope", "\"data\" is impossible: a collector accepts only CloudEvents");
    }
    return new CollectorConfig(name, URI.create(url), sending);
  }

  // snippet:end
  // snippet:start schema
  @Override
  public String schema() {
    return """
    {"type": "object", "additionalProperties": false, "required": ["type", "url"],
     "properties": {
       "type": {"const": "http-collector"},
       "url": {"description": "Where the collector listens.", "type": "string",
         "pattern": "^https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[^\\\\s?#]*)?$"},
       "ordered": {"$ref": "#/$defs/ordered"},
       "envelope": {"const": "cloudevent"},
       "maxEntries": {"type": "integer", "minimum": 1, "maximum": 100, "default": 100},
       "maxInFlight": {"$ref": "#/$defs/maxInFlight"},
       "maxEntryBytes": {"type": "integer", "minimum": 1024, "maximum": 1048576},
       "maxRequestBytes": {"type": "integer", "minimum": 1024, "maximum": 1048576}}}
    """;
  }
  // snippet:end
}
