package io.github.dynamooutbox.inbox.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.PayloadUnavailableException;
import io.github.dynamooutbox.inbox.PayloadUnavailableException.PayloadFault;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

class S3PayloadSourceTest {
  /** One object, whose connection counts what is read from it. */
  private static final class OneObject implements S3Client {
    private final InputStream content;
    private boolean aborted;
    private int read;

    OneObject(InputStream content) {
      this.content = content;
    }

    @Override
    public ResponseInputStream<GetObjectResponse> getObject(GetObjectRequest request) {
      if (!request.equals(GetObjectRequest.builder().bucket("payloads").key("a/b").build())) {
        throw NoSuchKeyException.builder().message("no " + request).build();
      }
      InputStream counted =
          new FilterInputStream(content) {
            @Override
            public int read(byte[] buffer, int from, int most) throws IOException {
              int length = super.read(buffer, from, most);
              read += Math.max(0, length);
              return length;
            }
          };
      return new ResponseInputStream<>(
          GetObjectResponse.builder().build(),
          AbortableInputStream.create(counted, () -> aborted = true));
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }

  private static OneObject object(String content) {
    return new OneObject(new ByteArrayInputStream(content.getBytes(UTF_8)));
  }

  private static Payload.Reference reference(String uri, long length) {
    return new Payload.Reference(uri, length, "0".repeat(64), true);
  }

  private static byte[] fetch(OneObject object, String uri, long length) {
    return S3PayloadSource.of(object, "payloads").fetch(reference(uri, length));
  }

  @ParameterizedTest
  @CsvSource({"5, 12345, false", "6, 12345, false", "4, 12345, true", "0, 1, true"})
  void readsNoMoreThanAByteBeyondTheLength(int length, String found, boolean aborted) {
    OneObject object = object("12345");

    assertThat(fetch(object, "s3://payloads/a/b", length)).isEqualTo(found.getBytes(UTF_8));
    assertThat(object.aborted).as("the rest is not fetched").isEqualTo(aborted);
    assertThat(object.read).isLessThanOrEqualTo(length + 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3://payloads-of-others/a/b",
        "s3://other/a/b",
        "https://payloads/a/b",
        "s3://payloads"
      })
  void looksNowhereElse(String uri) {
    assertThatExceptionOfType(PayloadUnavailableException.class)
        .isThrownBy(() -> fetch(object("12345"), uri, 5))
        .withMessage("payload at " + uri + ": is not in bucket payloads")
        .withNoCause()
        .extracting(PayloadUnavailableException::fault)
        .isEqualTo(PayloadFault.FOREIGN_PLACE);
  }

  @Test
  void saysWhatIsGone() {
    assertThatExceptionOfType(PayloadUnavailableException.class)
        .isThrownBy(() -> fetch(object("12345"), "s3://payloads/gone", 5))
        .withMessage("payload at s3://payloads/gone: nothing is there: it expired, or was deleted")
        .withCauseInstanceOf(NoSuchKeyException.class)
        .extracting(PayloadUnavailableException::fault)
        .isEqualTo(PayloadFault.GONE);
  }

  @Test
  void aBrokenConnectionIsNoPayload() {
    IOException reset = new IOException("connection reset");
    OneObject broken =
        new OneObject(
            new FilterInputStream(InputStream.nullInputStream()) {
              @Override
              public int read(byte[] buffer, int from, int most) throws IOException {
                throw reset;
              }
            });

    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() -> fetch(broken, "s3://payloads/a/b", 5))
        .withMessage("payload at s3://payloads/a/b")
        .withCause(reset);
  }
}
