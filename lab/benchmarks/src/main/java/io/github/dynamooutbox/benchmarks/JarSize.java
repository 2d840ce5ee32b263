package io.github.dynamooutbox.benchmarks;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * The parts of the packaged function's jar, by the bytes of their entries in the archive, and how
 * much of that a hand-written handler that publishes to one event bus needs.
 */
@Command(name = "size", description = "what the function's jar consists of (1 s)")
final class JarSize extends Benchmark {
  /**
   * The bytes of an entry's two headers, without its name. APPNOTE.TXT of ZIP, 4.3.7 and 4.3.12.
   */
  private static final int HEADERS = 30 + 46;

  private static final double MEGABYTE = 1 << 20;

  /** The share of the jar that may have no reason. */
  private static final double UNEXPLAINED = 0.01;

  /** Parts, what a hand-written handler needs marked +, and the beginnings of their entries. */
  private static final List<String> PARTS =
      """
      client of DynamoDB: software/amazon/awssdk/services/dynamodb/
      client of EventBridge +: software/amazon/awssdk/services/eventbridge/
      client of Kinesis: software/amazon/awssdk/services/kinesis/
      client of SNS: software/amazon/awssdk/services/sns/
      client of SQS: software/amazon/awssdk/services/sqs/
      AWS SDK +: software/amazon/awssdk/ software/amazon/eventstream/ org/reactivestreams/ mime.types VersionInfo
      Apache HTTP client +: org/apache/http/ org/apache/commons/ mozilla/
      Log4j, SLF4J +: org/apache/logging/ org/slf4j/ Log4j META-INF/org/apache/logging/ log4j
      Powertools +: software/amazon/lambda/
      Jackson +: com/fasterxml/ ch/randelshofer/ META-INF/versions/
      event-ruler: software/amazon/event/
      Lambda and CRaC +: com/amazonaws/ org/crac/
      the relay: io/github/dynamooutbox/
      """
          .lines()
          .toList();

  private static final String OTHERS = "others +";

  @Mixin private PackagedFunction function = new PackagedFunction();

  @Override
  boolean measure() throws IOException {
    Map<String, Double> sizes = new TreeMap<>();
    try (ZipFile jar = new ZipFile(function.jar().toFile())) {
      for (ZipEntry entry : jar.stream().toList()) {
        long bytes = entry.getCompressedSize() + HEADERS + 2L * entry.getName().length();
        sizes.merge(part(entry.getName()), bytes / MEGABYTE, Double::sum);
      }
    }
    double all = 0;
    double byHand = 0;
    for (Map.Entry<String, Double> part : sizes.entrySet()) {
      all += part.getValue();
      byHand += part.getKey().endsWith("+") ? part.getValue() : 0;
      print("%-24s %6.2f MB%n", part.getKey(), part.getValue());
    }
    print("%.1f MB in all, of which a handler by hand needs %.1f MB (+)%n", all, byHand);
    return bound(
        "less than %.0f %% without a reason".formatted(100 * UNEXPLAINED),
        sizes.getOrDefault(OTHERS, 0.0) < UNEXPLAINED * all);
  }

  /** The first part that has a beginning of an entry's name. */
  private static String part(String entry) {
    for (String part : PARTS) {
      List<String> words = List.of(part.split(": ", 2));
      if (Stream.of(words.get(1).split(" ", -1)).anyMatch(entry::startsWith)) {
        return words.get(0);
      }
    }
    return OTHERS;
  }
}
