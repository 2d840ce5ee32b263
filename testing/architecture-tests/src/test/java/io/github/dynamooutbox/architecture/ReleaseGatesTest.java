package io.github.dynamooutbox.architecture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.localaws.TestTool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** What keeps a release from going out, tried on files that are made up. */
class ReleaseGatesTest {
  private static final String NOBODY = "http://127.0.0.1:9";
  private static final String GOOD = component("jackson-core", "2.22.0", "Apache-2.0");

  @TempDir private Path directory;

  private record Ended(int code, String said) {}

  @BeforeEach
  void needsNode() throws Exception {
    boolean isHere;
    try {
      isHere = run(directory, Map.of(), "node", "-e", "fetch").code() == 0;
    } catch (IOException missing) {
      isHere = false;
    }
    TestTool.NODE.require(isHere, "no node on the path", TestAbortedException::new);
  }

  @Test
  void auditWithoutANetworkSaysWhatItHasNotSearched() throws Exception {
    assertThat(audit(NOBODY, GOOD))
        .matches(ended -> ended.code() == 0)
        .extracting(Ended::said)
        .asString()
        .startsWith("Known vulnerabilities of 1 libraries are NOT checked: " + NOBODY);
  }

  @Test
  void auditOfWhatIsReallyReleasedNeedsANetwork() throws Exception {
    assertThat(audit(NOBODY, GOOD, "--online").code()).isOne();
  }

  @Test
  void auditRefusesALicenceAndASecondVersion() throws Exception {
    Ended ended = audit(NOBODY, GOOD + ',' + component("jackson-core", "2.12.0", "GPL-3.0-only"));

    assertThat(ended.code()).isOne();
    assertThat(ended.said())
        .contains("org.example:jackson-core is there twice, as 2.22.0 and 2.12.0")
        .contains("org.example:jackson-core 2.12.0 has the licence GPL-3.0-only, which");
  }

  @Test
  void auditRefusesAKnownVulnerability() throws Exception {
    List<String> asked = new ArrayList<>();
    HttpServer osv =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    osv.createContext(
        "/v1/querybatch",
        exchange -> {
          asked.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          byte[] answer = "{\"results\":[{},{\"vulns\":[{\"id\":\"GHSA-1\"}]}]}".getBytes(UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    osv.start();
    try {
      Ended ended =
          audit(
              "http://127.0.0.1:" + osv.getAddress().getPort(),
              GOOD + ',' + component("old", "1", "MIT"));

      assertThat(ended.code()).isOne();
      assertThat(ended.said()).contains("pkg:maven/org.example/old@1: GHSA-1, https://osv.dev/");
      assertThat(asked)
          .containsExactly(
              "{\"queries\":[{\"package\":{\"purl\":\"pkg:maven/org.example/jackson-core@2.22.0\"}},"
                  + "{\"package\":{\"purl\":\"pkg:maven/org.example/old@1\"}}]}");
    } finally {
      osv.stop(0);
    }
  }

  /** Until 1.0 a minor version may take something away, and then a major one. */
  @Test
  void anApiMayShrinkOnlyWhereTheVersionSaysSo() throws Exception {
    Files.createDirectories(directory.resolve("docs/api"));
    Files.createDirectories(directory.resolve(".ci"));
    Files.copy(Repository.file(".ci/api"), directory.resolve(".ci/api"));
    git("init", "--quiet");
    assertThat(api("0.1.0"))
        .isEqualTo(new Ended(0, "No release before 0.1.0: its API is compared with none\n"));
    tag("v0.1.0", "class A\n  void a()\n");
    tag("v1.0.0", "class A\n  void a()\n  void b()\n");
    tag("v1.1.0", "class A\n  void a(int)\n  void b()\n");

    assertThat(api("1.1.0").code()).as("a method of 1.0.0 is gone").isOne();
    assertThat(api("1.1.0").said()).endsWith("  void a()\n");
    assertThat(api("2.0.0").code()).isZero();
    git("tag", "--delete", "v1.0.0", "v1.1.0");
    assertThat(api("0.1.1").code()).isOne();
    assertThat(api("0.2.0").said()).contains("1 lines of its API are gone or different");
  }

  private void tag(String tag, String api) throws Exception {
    Files.writeString(directory.resolve("docs/api/a.txt"), api);
    git("add", ".");
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", tag);
    git("tag", tag);
  }

  /** The registry wants a token, and says where it is given to everybody. */
  @Test
  void readsTheDigestOfTheBaseImage() throws Exception {
    String digest = "sha256:" + "0f".repeat(32);
    HttpServer registry =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    String url = "http://127.0.0.1:" + registry.getAddress().getPort();
    registry.createContext(
        "/token",
        exchange -> {
          boolean isAsked = exchange.getRequestURI().getQuery().equals("service=hub&scope=pull");
          byte[] answer = "{\"token\":\"t\"}".getBytes(UTF_8);
          exchange.sendResponseHeaders(isAsked ? 200 : 400, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    registry.createContext(
        "/v2/library/jre/manifests/25",
        exchange -> {
          boolean isAllowed =
              "Bearer t".equals(exchange.getRequestHeaders().getFirst("Authorization"));
          exchange
              .getResponseHeaders()
              .set(
                  isAllowed ? "Docker-Content-Digest" : "WWW-Authenticate",
                  isAllowed
                      ? digest
                      : "Bearer realm=\"%s/token\",service=\"hub\",scope=\"pull\"".formatted(url));
          exchange.sendResponseHeaders(isAllowed ? 200 : 401, -1);
          exchange.close();
        });
    registry.start();
    try {
      assertThat(digest("jre:25", url)).isEqualTo(new Ended(0, digest + "\n"));
      assertThat(digest("jre:26", url))
          .matches(ended -> ended.code() == 1)
          .extracting(Ended::said)
          .asString()
          .startsWith("The digest of jre:26 cannot be read from " + url);
    } finally {
      registry.stop(0);
    }
    assertThat(digest("jre", url).code()).isEqualTo(2);
  }

  private Ended digest(String image, String registry) throws Exception {
    return run(
        directory, Map.of(), "node", Repository.file(".ci/digest.mjs").toString(), image, registry);
  }

  private void git(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    assertThat(run(directory, Map.of(), command.toArray(String[]::new)))
        .matches(ended -> ended.code() == 0);
  }

  private Ended api(String version) throws Exception {
    return run(directory, Map.of(), "bash", ".ci/api", version);
  }

  private Ended audit(String osv, String components, String... options) throws Exception {
    Path sbom = directory.resolve("bom.json");
    Files.writeString(sbom, "{\"components\": [" + components + "]}");
    List<String> command = new ArrayList<>(List.of("node", Repository.file(".ci/audit.mjs") + ""));
    command.addAll(List.of(options));
    command.add(sbom.toString());
    return run(directory, Map.of("OSV_URL", osv), command.toArray(String[]::new));
  }

  private static Ended run(Path directory, Map<String, String> environment, String... command)
      throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return new Ended(process.exitValue(), said);
  }

  private static String component(String name, String version, String licence) {
    return """
    {"group": "org.example", "name": "%1$s", "version": "%2$s",
     "purl": "pkg:maven/org.example/%1$s@%2$s?type=jar",
     "licenses": [{"license": {"id": "%3$s"}}]}\
    """
        .formatted(name, version, licence);
  }
}
