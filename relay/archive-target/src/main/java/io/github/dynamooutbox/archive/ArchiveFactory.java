package io.github.dynamooutbox.archive;

import io.github.dynamooutbox.archive.internal.ArchiveConfig;
import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.aws.keys.TextRule;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import io.github.dynamooutbox.aws.targets.SendingKeys;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import io.github.dynamooutbox.aws.targets.TargetFields;
import java.util.Optional;

/**
 * Reads targets of type {@code s3}: buckets that keep events as lines of JSON in gzip, in folders
 * by the hour of their commit. Stateless.
 */
public final class ArchiveFactory implements TargetFactory {
  /** The prefix of all keys, unless the configuration sets another one. */
  public static final String DEFAULT_PREFIX = "events/";

  /** S3 has no limit; this one bounds what a request sorts and compresses. */
  private static final int ENTRIES = 10_000;

  private static final int BYTES = 16 * 1024 * 1024;
  private static final int MOST_BYTES = 64 * 1024 * 1024;

  private static final Section KEYS = Section.of("A bucket that keeps events.");

  private static final ResourceKind BUCKET = ArchiveConfig.BUCKET.in(KEYS);

  /** S3 user guide, "Naming Amazon S3 objects": characters that need no special handling. */
  private static final Key<String> PREFIX =
      KEYS.add(
          Key.text(
                  "prefix",
                  TextRule.of(
                      "([A-Za-z0-9!_.*'()-]{1,128}/){1,5}",
                      "up to five folders of letters, digits and ! _ . * ' ( ) -, each followed by"
                          + " a slash"))
              .byDefault(DEFAULT_PREFIX)
              .about("Prefix of all keys: up to five folders, with a slash at the end."));

  private static final SendingKeys SENDING =
      SendingKeys.of(
              ENTRIES,
              SendingKeys.maxEntryBytes(MOST_BYTES, BYTES)
                  .about("Maximum size of a line, in bytes."))
          .requestBytes(MOST_BYTES, BYTES)
          .inFlight(1)
          .neverOrdered("an archive is sorted when it is read")
          .onlyCloudEvents("a replay needs more than the payload")
          .in(KEYS);

  /** For {@link java.util.ServiceLoader}. */
  public ArchiveFactory() {}

  @Override
  public String type() {
    return "s3";
  }

  @Override
  public Section keys() {
    return KEYS;
  }

  @Override
  public Optional<ResourceKind> resource() {
    return Optional.of(BUCKET);
  }

  @Override
  public Optional<String> artifact() {
    return Optional.of("archive-target");
  }

  @Override
  public TargetConfig read(String name, TargetFields fields) {
    String bucket = BUCKET.read(fields);
    String prefix = fields.get(PREFIX);
    return new ArchiveConfig(
        name, bucket.substring(bucket.lastIndexOf(':') + 1), prefix, SENDING.read(fields));
  }
}
