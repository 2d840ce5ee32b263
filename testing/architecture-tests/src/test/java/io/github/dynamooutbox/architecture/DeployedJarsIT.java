package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What only operators run is in nothing that is deployed. */
class DeployedJarsIT {
  private static final String OURS = "io/github/dynamooutbox/";
  private static final List<String> OF_OPERATORS = List.of(OURS + "operations/", OURS + "cli/");

  @ParameterizedTest
  @CsvSource({
    "stream-relay-lambda, stream-relay-lambda-*-function.jar",
    "heartbeat-lambda, heartbeat-lambda-*-function.jar",
    "archive-target, archive-target-*-layer.zip",
    "kafka-target, kafka-target-*-layer.zip",
    "kcl-relay-service, service/lib/*.jar",
  })
  void deployedModulesContainNothingThatOnlyOperatorsRun(String module, String files)
      throws IOException {
    List<String> classes = ours(module, files);

    assertThat(classes).isNotEmpty().noneMatch(DeployedJarsIT::isOfOperators);
  }

  /** So that the test above notices. */
  @Test
  void theCommandLineContainsIt() throws IOException {
    assertThat(ours("outbox-cli", "outbox-cli-*-all.jar")).anyMatch(DeployedJarsIT::isOfOperators);
  }

  private static boolean isOfOperators(String name) {
    return OF_OPERATORS.stream().anyMatch(name::startsWith);
  }

  private static List<String> ours(String module, String files) throws IOException {
    Path target = Repository.module(module).resolve("target");
    PathMatcher wanted = target.getFileSystem().getPathMatcher("glob:" + target + '/' + files);
    List<String> names = new ArrayList<>();
    try (Stream<Path> built = Files.walk(target)) {
      for (Path each : built.filter(wanted::matches).toList()) {
        try (InputStream in = Files.newInputStream(each)) {
          addOurs(in, names);
        }
      }
    }
    return names;
  }

  /** Those of jars inside, too. */
  private static void addOurs(InputStream archive, List<String> names) throws IOException {
    ZipInputStream entries = new ZipInputStream(new BufferedInputStream(archive));
    for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
      if (entry.getName().startsWith(OURS)) {
        names.add(entry.getName());
      } else if (entry.getName().endsWith(".jar")) {
        addOurs(entries, names);
      }
    }
  }
}
