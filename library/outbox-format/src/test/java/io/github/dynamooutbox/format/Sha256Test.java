package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class Sha256Test {
  /** The example of FIPS 180-2, appendix B.1. */
  private static final String OF_ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @Test
  void isThatOfTheStandard() {
    assertThat(Sha256.hex("abc")).isEqualTo(OF_ABC);
    assertThat(Sha256.hex("abc".getBytes(StandardCharsets.US_ASCII))).isEqualTo(OF_ABC);
    assertThat(Sha256.of("abc".getBytes(StandardCharsets.US_ASCII))).hasSize(32);
  }

  @Test
  void nothingOfOneDigestIsInTheNext() {
    Sha256.digest().update(new byte[] {1, 2, 3});

    assertThat(Sha256.hex("abc")).isEqualTo(OF_ABC);
  }

  @Test
  void manyThreadsGetOneEach() {
    List<String> hashes = IntStream.range(0, 10_000).parallel().mapToObj(i -> hashed()).toList();

    assertThat(hashes).hasSize(10_000).containsOnly(OF_ABC);
  }

  private static String hashed() {
    MessageDigest digest = Sha256.digest();
    digest.update((byte) 'a');
    digest.update((byte) 'b');
    return HexFormat.of().formatHex(digest.digest(new byte[] {'c'}));
  }
}
