package io.github.dynamooutbox.benchmarks.lambda;

import io.github.dynamooutbox.benchmarks.measure.Results;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The parts of the packaged function's jar, by the bytes of their entries in the archive, and how
 * much of that a hand-written handler that publishes to one event bus needs.
 */
public final class JarSize {
  /**
   * The bytes of an entry's two headers, without its name. APPNOTE.TXT of ZIP, 4.3.7 and 4.3.12.
   */
  private static final int HEADERS = 30 + 46;

  private static final double MEGABYTE = 1 << 20;

  /** The share of the jar that may have no reason. */
  private static final double UNEXPLAINED = 0.01;

  private static final String OTHERS = "others";

  /**
   * Parts, whether the hand-written handler needs them, and their prefixes. An entry belongs to the
   * first part with a matching prefix.
   */
  private static final List<List<String>> PARTS =
      """
      client of DynamoDB | no | software/amazon/awssdk/services/dynamodb/
      client of EventBridge | yes | software/amazon/awssdk/services/eventbridge/
      client of Kinesis | no | software/amazon/awssdk/services/kinesis/
      client of SNS | no | software/amazon/awssdk/services/sns/
      client of SQS | no | software/amazon/awssdk/services/sqs/
      AWS SDK | yes | software/amazon/awssdk/ software/amazon/eventstream/ org/reactivestreams/ mime.types VersionInfo
      Apache HTTP client | yes | org/apache/http/ org/apache/commons/ mozilla/
      Log4j, SLF4J | yes | org/apache/logging/ org/slf4j/ Log4j META-INF/org/apache/logging/ log4j
      Powertools | yes | software/amazon/lambda/
      Jackson | yes | com/fasterxml/ ch/randelshofer/ META-INF/versions/
      event-ruler | no | software/amazon/event/
      Lambda and CRaC | yes | com/amazonaws/ org/crac/
      the relay | no | io/github/dynamooutbox/
      """
          .lines()
          .map(line -> List.of(line.split(" \\| ", -1)))
          .toList();

  private JarSize() {}

  /**
   * Prints a row for each part.
   *
   * @param function the function's jar
   * @return whether all but one percent has a reason
   */
  public static boolean measure(Results results, Path function) {
    Map<String, Long> sizes = new LinkedHashMap<>();
    PARTS.forEach(part -> sizes.put(part.get(0), 0L));
    try (ZipFile jar = new ZipFile(function.toFile())) {
      for (ZipEntry entry : jar.stream().toList()) {
        long bytes = entry.getCompressedSize() + HEADERS + 2L * entry.getName().length();
        sizes.merge(part(entry.getName()), bytes, Long::sum);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + function, e);
    }
    double byHand = 0;
    for (List<String> part : PARTS) {
      double size = sizes.getOrDefault(part.get(0), 0L) / MEGABYTE;
      byHand += part.get(1).equals("yes") ? size : 0;
      results.print("%-24s %6.2f MB  by hand: %s%n", part.get(0), size, part.get(1));
    }
    double all = sizes.values().stream().mapToLong(each -> each).sum() / MEGABYTE;
    double others = sizes.getOrDefault(OTHERS, 0L) / MEGABYTE;
    results.print(
        "others %.2f MB; %.1f MB in all, of which a handler by hand needs %.1f MB%n",
        others, all, byHand + others);
    return results.bound(
        "less than %.0f %% without a reason".formatted(100 * UNEXPLAINED),
        others < UNEXPLAINED * all);
  }

  private static String part(String entry) {
    return PARTS.stream()
        .filter(part -> List.of(part.get(2).split(" ", -1)).stream().anyMatch(entry::startsWith))
        .map(part -> part.get(0))
        .findFirst()
        .orElse(OTHERS);
  }
}
