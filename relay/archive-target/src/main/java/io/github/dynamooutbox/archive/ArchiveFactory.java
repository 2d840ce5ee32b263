package io.github.dynamooutbox.archive;

import io.github.dynamooutbox.archive.internal.ArchiveConfig;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.SendingReader;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import io.github.dynamooutbox.aws.targets.TargetFields;
import io.github.dynamooutbox.aws.targets.TextRule;
import java.util.Optional;

/**
 * Reads targets of type {@code s3}: buckets that keep events as lines of JSON in gzip, in folders
 * by the hour of their commit. Stateless.
 */
public final class ArchiveFactory implements TargetFactory {
  /** The prefix of all keys, unless the configuration sets another one. */
  public static final String DEFAULT_PREFIX = "events/";

  /** S3 user guide, "General purpose bucket naming rules". */
  private static final String NAME =
      "(?!xn--|sthree-|[a-z0-9.-]*\\.\\.|[0-9.]+$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]";

  private static final TextRule BUCKET =
      TextRule.of(NAME, "a bucket's name: 3 to 63 lower-case letters, digits, hyphens and dots");
  private static final TextRule BUCKET_ARN =
      TextRule.of("arn:aws[a-z-]*:s3:::" + NAME, "a bucket's ARN: arn:aws:s3:::<name>");

  /** S3 user guide, "Naming Amazon S3 objects": characters that need no special handling. */
  private static final TextRule PREFIX =
      TextRule.of(
          "([A-Za-z0-9!_.*'()-]{1,128}/){1,5}",
          "up to five folders of letters, digits and ! _ . * ' ( ) -, each followed by a slash");

  /** S3 has no limit; this one bounds what a request sorts and compresses. */
  private static final int ENTRIES = 10_000;

  private static final int BYTES = 16 * 1024 * 1024;
  private static final int MOST_BYTES = 64 * 1024 * 1024;

  /** For {@link java.util.ServiceLoader}. */
  public ArchiveFactory() {}

  @Override
  public String type() {
    return "s3";
  }

  @Override
  public TargetConfig read(String name, TargetFields fields) {
    String bucket = bucket(fields);
    String prefix = fields.text("prefix", PREFIX).orElse(DEFAULT_PREFIX);
    // Read only to be known: the infrastructure uses it, and S3 knows the key of a bucket.
    fields.text("kmsKeyArn", TextRule.keyArn());
    Sending sending =
        SendingReader.of(fields, ENTRIES, MOST_BYTES, BYTES)
            .requestBytes(MOST_BYTES, BYTES)
            .inFlight(1)
            .read();
    if (sending.ordered()) {
      fields.problem("ordered", "true is impossible: an archive is sorted when it is read");
    }
    if (sending.envelope() != EnvelopeForm.CLOUDEVENT) {
      fields.problem("envelope", "\"data\" is impossible: a replay needs more than the payload");
    }
    return new ArchiveConfig(name, bucket, prefix, sending);
  }

  /** Returns the bucket's name, from its ARN if that is given. */
  private static String bucket(TargetFields fields) {
    if (!fields.has("bucketName") && !fields.has("bucketArn")) {
      fields.missing("bucketName", "name the bucket, or give its bucketArn");
    }
    Optional<String> name = fields.text("bucketName", BUCKET);
    Optional<String> ofArn =
        fields.text("bucketArn", BUCKET_ARN).map(arn -> arn.substring(arn.lastIndexOf(':') + 1));
    if (name.isPresent() && ofArn.isPresent() && !name.equals(ofArn)) {
      fields.problem("bucketArn", "is not the ARN of bucketName \"" + name.get() + "\"");
    }
    return ofArn.or(() -> name).orElse("archive");
  }

  @Override
  public String schema() {
    return """
    {"type": "object", "additionalProperties": false, "required": ["type"],
     "anyOf": [{"required": ["bucketName"]}, {"required": ["bucketArn"]}],
     "properties": {
       "type": {"const": "s3"},
       "bucketName": {
         "description": "The bucket's name. The stack creates a bucket with this name.",
         "x-reader": "both", "type": "string",
         "pattern": "^(?!xn--|sthree-|[a-z0-9.-]*\\\\.\\\\.|[0-9.]+$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$"},
       "bucketArn": {"description": "The ARN of an existing bucket.",
         "x-reader": "both", "type": "string",
         "pattern": "^arn:aws[a-z-]*:s3:::[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$"},
       "kmsKeyArn": {
         "description": "The customer key of the existing bucket, or for the new one.",
         "x-reader": "infrastructure", "type": "string",
         "pattern": "^arn:aws[a-z-]*:kms:[a-z0-9-]+:[0-9]{12}:key/[A-Za-z0-9-]+$"},
       "prefix": {"description": "Prefix of all keys: folders, with a slash at the end.",
         "type": "string", "pattern": "^([A-Za-z0-9!_.*'()-]{1,128}/){1,5}$",
         "default": "events/"},
       "ordered": {"const": false},
       "envelope": {"const": "cloudevent"},
       "maxEntries": {"description": "Maximum number of events in one object.",
         "type": "integer", "minimum": 1, "maximum": 10000, "default": 10000},
       "maxInFlight": {"type": "integer", "minimum": 1, "maximum": 100, "default": 1},
       "maxEntryBytes": {"type": "integer", "minimum": 1024, "maximum": 67108864,
         "default": 16777216},
       "maxRequestBytes": {"description": "Maximum size of an object before it is compressed.",
         "type": "integer", "minimum": 1024, "maximum": 67108864, "default": 16777216}}}
    """;
  }
}
