package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.Payload.Reference;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What is stored elsewhere arrives as it was committed. */
class RestoredPayloadTest {
  private static final byte[] TEXT = "gruß".getBytes(StandardCharsets.UTF_8);
  private static final byte[] NO_TEXT = {(byte) 0xff, 0};

  @Test
  void textIsTextAgainAndBytesStayBytes() {
    Reference text = new Reference("s3://b/k", 5, "0".repeat(64), "text/plain; charset=utf-8");
    Reference bytes = new Reference("s3://b/k", 5, "0".repeat(64), "application/octet-stream");

    assertThat(text.restored(TEXT)).isEqualTo(Payload.of("gruß"));
    assertThat(text.restored(NO_TEXT)).isEqualTo(Payload.of(NO_TEXT));
    assertThat(bytes.restored(TEXT)).isEqualTo(Payload.of(TEXT));
  }
}
