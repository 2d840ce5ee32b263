package io.github.dynamooutbox.lambda.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

class FunctionJarIT {
  private static final long MAX_BYTES = 20_000_000;

  @Test
  void isSmallEnoughToStartQuickly() throws IOException {
    assertThat(Files.size(FunctionJar.path())).isLessThan(MAX_BYTES);
  }

  @Test
  void containsTheHandlerAndWhatItNeedsToLog() throws IOException {
    assertThat(names())
        .contains(
            "io/github/dynamooutbox/lambda/StreamRelayHandler.class",
            "io/github/dynamooutbox/relay/Relay.class",
            "log4j2.properties",
            "LambdaJsonLayout.json",
            "META-INF/org/apache/logging/log4j/core/config/plugins/Log4j2Plugins.dat");
  }

  @Test
  void containsNothingThatOnlyTestsOrOtherFunctionsNeed() throws IOException {
    assertThat(names())
        .noneMatch(name -> name.startsWith("io/netty/"))
        .noneMatch(name -> name.startsWith("org/joda/"))
        .noneMatch(name -> name.startsWith("com/amazonaws/services/lambda/runtime/events/"))
        .noneMatch(name -> name.startsWith("com/amazonaws/services/dynamodbv2/"))
        .noneMatch(name -> name.startsWith("io/github/dynamooutbox/localaws/"))
        .noneMatch(name -> name.startsWith("io/github/dynamooutbox/writer/"))
        .noneMatch(name -> name.startsWith("org/elasticmq/"))
        .noneMatch(name -> name.startsWith("org/junit/"))
        .noneMatch(name -> name.startsWith("org/aspectj/"))
        .noneMatch(name -> name.startsWith("lombok/"));
  }

  @Test
  void containsNoSignatureOfAnotherJar() throws IOException {
    assertThat(names()).noneMatch(name -> name.matches("META-INF/[^/]+\\.(SF|RSA|DSA|EC)"));
  }

  @Test
  void mergedServicesNameClassesThatAreThere() throws IOException {
    try (JarFile jar = new JarFile(FunctionJar.path().toFile())) {
      Set<String> names = jar.stream().map(ZipEntry::getName).collect(Collectors.toSet());
      List<String> missing =
          jar.stream()
              .filter(
                  entry ->
                      (entry.getName().startsWith("META-INF/services/") && !entry.isDirectory())
                          || entry.getName().endsWith("execution.interceptors"))
              .flatMap(entry -> lines(jar, entry).stream())
              .map(line -> line.replaceAll("#.*", "").trim())
              .filter(line -> !line.isEmpty())
              .filter(line -> !names.contains(line.replace('.', '/') + ".class"))
              .toList();

      assertThat(missing).isEmpty();
    }
  }

  private static List<String> lines(JarFile jar, ZipEntry entry) {
    try {
      return new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Set<String> names() throws IOException {
    try (JarFile jar = new JarFile(FunctionJar.path().toFile())) {
      return jar.stream().map(ZipEntry::getName).collect(Collectors.toSet());
    }
  }
}
