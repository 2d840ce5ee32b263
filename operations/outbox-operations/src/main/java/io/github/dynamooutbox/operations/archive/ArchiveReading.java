package io.github.dynamooutbox.operations.archive;

import io.github.dynamooutbox.archive.form.ArchiveFolder;
import io.github.dynamooutbox.operations.operate.AwsFailures;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Reads the objects of some hours, in the order of their names, one at a time. Skips objects whose
 * names are not those of a target.
 *
 * @param prefix with a slash at the end
 * @param foreign receives the key of each skipped object
 */
record ArchiveReading(
    S3Client client,
    String bucket,
    String prefix,
    EventArchive.Reader reader,
    Consumer<String> foreign) {
  /** More than a target's largest request takes when compressed. */
  private static final long MOST_BYTES = 80L << 20;

  /** More than a target's largest line. */
  private static final int MOST_LINE = 80 << 20;

  private static final Pattern NAME =
      Pattern.compile("dt=\\d{4}-\\d\\d-\\d\\d/hh=\\d\\d/[0-9A-Za-z]+-[0-9a-f]+\\.jsonl\\.gz");

  /** Reads the hours that overlap this range. */
  void read(Optional<Instant> from, Optional<Instant> to) {
    String first = prefix + from.map(ArchiveFolder::of).orElse("");
    Optional<String> last = to.map(ArchiveFolder::of);
    boolean unused =
        AwsFailures.of(
            "the bucket \"" + bucket + '"',
            () -> {
              for (S3Object object :
                  client
                      .listObjectsV2Paginator(
                          list -> list.bucket(bucket).prefix(prefix).startAfter(first))
                      .contents()) {
                String name = object.key().substring(prefix.length());
                if (!NAME.matcher(name).matches()) {
                  foreign.accept(object.key());
                } else if (last.isPresent() && isAfter(name, last.get())) {
                  return true;
                } else {
                  read(object);
                }
              }
              return true;
            });
  }

  private static boolean isAfter(String name, String folder) {
    return name.substring(0, folder.length()).compareTo(folder) > 0;
  }

  private void read(S3Object object) {
    String where = "s3://" + bucket + '/' + object.key();
    if (object.size() > MOST_BYTES) {
      throw damaged(where, "is larger than any object that a relay writes", Optional.empty());
    }
    byte[] content =
        client.getObjectAsBytes(get -> get.bucket(bucket).key(object.key())).asByteArrayUnsafe();
    try (InputStream lines = new GZIPInputStream(new ByteArrayInputStream(content), 1 << 16)) {
      passOn(where, lines);
    } catch (IOException e) {
      throw damaged(where, "is truncated or not gzip", Optional.of(e));
    }
  }

  private void passOn(String where, InputStream in) throws IOException {
    byte[] buffer = new byte[1 << 16];
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    long number = 1;
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      int begin = 0;
      for (int i = 0; i < read; i++) {
        if (buffer[i] == '\n') {
          line.write(buffer, begin, i - begin);
          begin = i + 1;
          reader.line(where + ", line " + number++, line.toByteArray());
          line.reset();
        }
      }
      line.write(buffer, begin, read - begin);
      if (line.size() > MOST_LINE) {
        throw damaged(where, "has a longer line than any that a relay writes", Optional.empty());
      }
    }
    if (line.size() > 0) {
      throw damaged(where, "ends in the middle of a line", Optional.empty());
    }
  }

  private static OperatorException damaged(String where, String what, Optional<IOException> cause) {
    OperatorException damaged =
        new OperatorException(
            Kind.INPUT,
            "%s: %s: restore a version of it, or leave its hour out with --from and --to"
                .formatted(where, what));
    cause.ifPresent(damaged::initCause);
    return damaged;
  }
}
