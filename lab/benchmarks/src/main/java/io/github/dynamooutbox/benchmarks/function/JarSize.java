package io.github.dynamooutbox.benchmarks.function;

import io.github.dynamooutbox.benchmarks.results.Results;
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

  /**
   * Entries with a common reason. An entry belongs to the first part with a matching prefix.
   *
   * @param byHand whether the hand-written handler needs them
   */
  private record Part(String name, boolean byHand, String reason, List<String> prefixes) {
    boolean has(String entry) {
      return prefixes.stream().anyMatch(entry::startsWith);
    }
  }

  private static final String SERVICES = "software/amazon/awssdk/services/";
  private static final Part OTHERS =
      new Part("others", true, "licences, texts, small libraries", List.of());
  private static final List<Part> PARTS =
      List.of(
          part(
              "client of DynamoDB",
              false,
              "control table: parked events, receipts",
              SERVICES + "dynamodb/"),
          part("client of EventBridge", true, "target", SERVICES + "eventbridge/"),
          part("client of Kinesis", false, "target", SERVICES + "kinesis/"),
          part("client of SNS", false, "target", SERVICES + "sns/"),
          part("client of SQS", false, "target", SERVICES + "sqs/"),
          part(
              "AWS SDK",
              true,
              "core, protocols, signing, endpoints of all regions",
              "software/amazon/awssdk/",
              "software/amazon/eventstream/",
              "org/reactivestreams/",
              "mime.types",
              "VersionInfo"),
          part(
              "Apache HTTP client",
              true,
              "the SDK's HTTP client",
              "org/apache/http/",
              "org/apache/commons/",
              "mozilla/"),
          part(
              "Log4j, SLF4J",
              true,
              "logs, by way of Powertools",
              "org/apache/logging/",
              "org/slf4j/",
              "Log4j",
              "META-INF/org/apache/logging/",
              "log4j"),
          part(
              "Powertools",
              true,
              "logs and metrics in CloudWatch's format",
              "software/amazon/lambda/"),
          part(
              "Jackson",
              true,
              "JSON of records, configuration and logs; databind by way of Powertools",
              "com/fasterxml/",
              "ch/randelshofer/",
              "META-INF/versions/"),
          part("event-ruler", false, "patterns of routes", "software/amazon/event/"),
          part(
              "Lambda and CRaC",
              true,
              "interfaces of the runtime and of snapshots",
              "com/amazonaws/",
              "org/crac/"),
          part("the relay", false, "this project", "io/github/dynamooutbox/"));

  private static final class Sum {
    private int entries;
    private long bytes;
  }

  private JarSize() {}

  private static Part part(String name, boolean byHand, String reason, String... prefixes) {
    return new Part(name, byHand, reason, List.of(prefixes));
  }

  /**
   * Prints a row for each part.
   *
   * @param function the function's jar
   * @return whether all but one percent has a reason
   */
  public static boolean measure(Results results, Path function) {
    Map<Part, Sum> sums = new LinkedHashMap<>();
    PARTS.forEach(part -> sums.put(part, new Sum()));
    sums.put(OTHERS, new Sum());
    long all = 0;
    try (ZipFile jar = new ZipFile(function.toFile())) {
      for (ZipEntry entry : jar.stream().toList()) {
        Part part =
            PARTS.stream().filter(each -> each.has(entry.getName())).findFirst().orElse(OTHERS);
        Sum sum = sums.computeIfAbsent(part, key -> new Sum());
        sum.entries++;
        long bytes = entry.getCompressedSize() + HEADERS + 2L * entry.getName().length();
        sum.bytes += bytes;
        all += bytes;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + function, e);
    }
    return print(results, sums, all);
  }

  private static boolean print(Results results, Map<Part, Sum> sums, long all) {
    results.print("%-24s %8s %9s  %-8s %s%n", "part", "entries", "size", "by hand", "reason");
    sums.forEach(
        (part, sum) ->
            results.print(
                "%-24s %8d %6.2f MB  %-8s %s%n",
                part.name,
                sum.entries,
                sum.bytes / MEGABYTE,
                part.byHand ? "yes" : "no",
                part.reason));
    long byHand =
        sums.entrySet().stream()
            .filter(each -> each.getKey().byHand)
            .mapToLong(each -> each.getValue().bytes)
            .sum();
    results.print(
        "%.1f MB; a handler by hand needs %.1f MB of them%n", all / MEGABYTE, byHand / MEGABYTE);
    return results.bound(
        "less than %.0f %% without a reason".formatted(100 * UNEXPLAINED),
        sums.getOrDefault(OTHERS, new Sum()).bytes < UNEXPLAINED * all);
  }
}
