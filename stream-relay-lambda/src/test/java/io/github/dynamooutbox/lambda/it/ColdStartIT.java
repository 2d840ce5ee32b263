package io.github.dynamooutbox.lambda.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.lambda.TestRecords;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.CloudUnderTest;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Measures and reports cold starts, without asserting how long they take. */
@Timeout(180)
class ColdStartIT {
  private static final int RUNS = 3;
  private static final String CONFIG =
      """
      {"table": {"name": "orders"},
       "targets": {"bus": {"type": "eventbridge", "busName": "%s"}},
       "routes": [{"to": ["bus"]}]}
      """;

  @TempDir private Path directory;

  @Test
  void isReported() throws Exception {
    String bus = AwsUnderTest.unique("bus");
    try (CloudUnderTest aws = CloudUnderTest.open()) {
      aws.createBus(bus);
      Path empty = emptyFunction();

      report(
          "an empty handler",
          () ->
              LambdaProcess.builder(EmptyHandler.class.getName() + "::handleRequest", empty)
                  .build());
      report(
          "the relay",
          () ->
              LambdaProcess.builder(FunctionJar.HANDLER, FunctionJar.path())
                  .environment("OUTBOX_CONFIG", CONFIG.formatted(bus))
                  .environment(AwsUnderTest.environment(aws.endpoint()))
                  .build());
      assertThat(aws.events(bus, RUNS)).hasSize(RUNS);
    }
  }

  /** Prints the time from the process's start to ready, and to the first response. */
  private static void report(String what, Supplier<LambdaProcess> function) throws Exception {
    byte[] event =
        TestRecords.event(TestRecords.inserted("1", TestRecords.item("a", 1)))
            // Where the function runs: a record of another place is refused.
            .replace("eu-west-1:1:", AwsUnderTest.region() + ":" + LocalClients.ACCOUNT + ":")
            .getBytes(StandardCharsets.UTF_8);
    List<String> runs = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      try (LambdaProcess process = function.get()) {
        assertThat(new String(process.invoke(event), StandardCharsets.UTF_8))
            .isEqualTo("{\"batchItemFailures\":[]}");
        runs.add(
            String.format(
                Locale.ROOT,
                "ready %d ms, first response %d ms",
                process.initDuration().map(Duration::toMillis).orElseThrow(),
                process.firstResponse().map(Duration::toMillis).orElseThrow()));
      }
    }
    System.out.println("Cold start of " + what + ": " + String.join("; ", runs));
  }

  private Path emptyFunction() throws IOException {
    Path jar = directory.resolve("empty.jar");
    String name = EmptyHandler.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream output = new JarOutputStream(Files.newOutputStream(jar));
        var bytes = EmptyHandler.class.getClassLoader().getResourceAsStream(name)) {
      output.putNextEntry(new ZipEntry(name));
      bytes.transferTo(output);
      output.closeEntry();
    }
    return jar;
  }
}
