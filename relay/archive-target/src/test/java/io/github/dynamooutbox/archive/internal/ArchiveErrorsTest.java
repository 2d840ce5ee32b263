package io.github.dynamooutbox.archive.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.AwsTargets;
import io.github.dynamooutbox.contract.ContractEvent;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The errors of S3 in docs/archive.md, with a stub that returns them. */
class ArchiveErrorsTest {
  private static final Map<String, Integer> STATUS =
      Map.ofEntries(
          Map.entry("AccessDenied", 403),
          Map.entry("NoSuchBucket", 404),
          Map.entry("PermanentRedirect", 301),
          Map.entry("AuthorizationHeaderMalformed", 400),
          Map.entry("SlowDown", 503),
          Map.entry("ServiceUnavailable", 503),
          Map.entry("InternalError", 500),
          Map.entry("RequestTimeout", 400),
          Map.entry("KMS.DisabledException", 400),
          Map.entry("KMS.NotFoundException", 400),
          Map.entry("EntityTooLarge", 400),
          Map.entry("InvalidBucketState", 409),
          Map.entry("RequestTimeTooSkewed", 403));

  /** Codes of the relay itself. */
  private static final List<String> WITHOUT_ANSWER = List.of("ApiCallTimeoutException", "NotSent");

  @Test
  void everyErrorOfTheGuideIsSentAgain() throws IOException {
    List<String> documented =
        Pattern.compile("(?m)^\\| `([A-Za-z.]+)` \\| sent again \\|")
            .matcher(Files.readString(Path.of("../../docs/archive.md")))
            .results()
            .map(MatchResult::group)
            .map(row -> row.split("`", -1)[1])
            .filter(code -> !WITHOUT_ANSWER.contains(code))
            .toList();
    assertThat(documented).containsExactlyInAnyOrderElementsOf(STATUS.keySet());
    for (String code : documented) {
      assertThat(outcomes(code)).as(code).containsExactly("retry " + code, "retry " + code);
    }
  }

  private static List<String> outcomes(String code) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] body = "<Error><Code>%s</Code></Error>".formatted(code).getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(STATUS.getOrDefault(code, 500), body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    ExecutorService threads = Executors.newCachedThreadPool();
    AwsUnderTest.properties(URI.create("http://127.0.0.1:" + server.getAddress().getPort()))
        .forEach(System::setProperty);
    try (AwsTargets targets = AwsTargets.open(config(), threads, InstantSource.system())) {
      return publish(targets.all().get(0));
    } finally {
      System.clearProperty("aws.endpointUrl");
      threads.shutdownNow();
      server.stop(0);
    }
  }

  private static RelayConfig config() {
    return RelayConfig.parse(
        """
        {"table": {"name": "orders"}, "targets": {"archive": {"type": "s3", "bucketName": "orders"}},
         "relay": {"callTimeoutMillis": 25000}, "routes": [{"to": ["archive"]}]}
        """);
  }

  @SuppressWarnings("unchecked") // the document has one target
  private static List<String> publish(Target<?> target) {
    Target<ArchiveEntry> archive = (Target<ArchiveEntry>) target;
    List<ArchiveEntry> entries =
        List.of("a", "b").stream()
            .map(id -> archive.prepare(ContractEvent.of(id).envelope()))
            .map(prepared -> prepared.fold(ready -> ready.entry(), no -> entry()))
            .toList();
    BatchOutcome outcome = archive.publish(entries).toCompletableFuture().join();
    return outcome.fold(
        each -> each.outcomes().stream().map(ArchiveErrorsTest::kind).collect(Collectors.toList()),
        refused -> List.of("refused"));
  }

  private static ArchiveEntry entry() {
    throw new AssertionError("refused");
  }

  private static String kind(PublishOutcome outcome) {
    return outcome.fold(
        published -> "published", retry -> "retry " + retry.code(), no -> "rejected " + no.code());
  }
}
