package io.github.dynamooutbox.operations.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.LocalS3;
import io.github.dynamooutbox.operations.operate.OperatorException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** Reading an archive from a real server. */
class ArchiveReadingIT {
  private static final String HOUR =
      "events/dt=2026-11-23/hh=%02d/20261123T%02d0000000Z-00ff.jsonl.gz";

  private static final S3Client S3 =
      AwsUnderTest.configure(S3Client.builder().forcePathStyle(true), LocalS3.start().endpoint())
          .build();

  private final String bucket = AwsUnderTest.unique("archive");
  private final List<String> lines = new ArrayList<>();
  private final List<String> foreign = new ArrayList<>();

  @BeforeEach
  void createTheBucket() {
    var unused = S3.createBucket(create -> create.bucket(bucket));
  }

  @Test
  void readsTheHoursOfARangeInTheirOrder() {
    for (int hour = 4; hour < 10; hour++) {
      put(hour, gzip("a" + hour + "\nb" + hour + "\n"));
    }
    read("2026-11-23T06:59:00Z", "2026-11-23T08:00:00Z");
    assertThat(lines).containsExactly("a6", "b6", "a7", "b7", "a8", "b8");
  }

  @Test
  void readsEverythingWithoutARange() {
    put(4, gzip("a\n"));
    put(23, gzip("b\n"));
    reading().read(Optional.empty(), Optional.empty());
    assertThat(lines).containsExactly("a", "b");
  }

  @Test
  void readsLinesThatAreLongerThanABufferAndAllMembersOfAGzip() throws IOException {
    String line = "x".repeat(200_000);
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    members.write(gzip(line + "\nb\n"));
    members.write(gzip("c\n"));
    put(6, members.toByteArray());
    reading().read(Optional.empty(), Optional.empty());
    assertThat(lines).containsExactly(line, "b", "c");
  }

  @Test
  void skipsAndReportsObjectsThatAreNotTheArchives() {
    put(6, gzip("a\n"));
    put("events/_SUCCESS", new byte[0]);
    put("events/dt=2026-11-23/hh=06/notes.txt", new byte[] {1});
    put("other/dt=2026-11-23/hh=06/20261123T060000000Z-00ff.jsonl.gz", gzip("b\n"));
    reading().read(Optional.empty(), Optional.empty());
    assertThat(lines).containsExactly("a");
    assertThat(foreign)
        .containsExactlyInAnyOrder("events/_SUCCESS", "events/dt=2026-11-23/hh=06/notes.txt");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 9, 20, 40})
  void reportsWhichObjectIsTruncated(int bytes) {
    put(6, Arrays.copyOf(gzip("something that is long enough\n"), bytes));
    assertThatThrownBy(() -> reading().read(Optional.empty(), Optional.empty()))
        .isInstanceOf(OperatorException.class)
        .hasMessageContaining("s3://" + bucket + '/' + HOUR.formatted(6, 6) + ": ")
        .hasMessageContaining("is truncated or not gzip");
  }

  @Test
  void reportsWhichObjectEndsInTheMiddleOfALine() {
    put(6, gzip("a\nb"));
    assertThatThrownBy(() -> reading().read(Optional.empty(), Optional.empty()))
        .hasMessageContaining("ends in the middle of a line");
  }

  @Test
  void reportsThatThereIsNoBucket() {
    assertThatThrownBy(
            () ->
                new ArchiveReading(S3, "missing", "events/", (where, line) -> {}, name -> {})
                    .read(Optional.empty(), Optional.empty()))
        .isInstanceOf(OperatorException.class)
        .hasMessageContaining("the bucket \"missing\"");
  }

  private void read(String from, String to) {
    reading().read(Optional.of(Instant.parse(from)), Optional.of(Instant.parse(to)));
  }

  private ArchiveReading reading() {
    return new ArchiveReading(
        S3,
        bucket,
        "events/",
        (where, line) -> lines.add(new String(line, StandardCharsets.UTF_8)),
        foreign::add);
  }

  private void put(int hour, byte[] content) {
    put(HOUR.formatted(hour, hour), content);
  }

  private void put(String key, byte[] content) {
    var unused = S3.putObject(put -> put.bucket(bucket).key(key), RequestBody.fromBytes(content));
  }

  private static byte[] gzip(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
