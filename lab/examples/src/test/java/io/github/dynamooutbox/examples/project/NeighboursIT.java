package io.github.dynamooutbox.examples.project;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.testdynamodb.DynamoDbLocal;
import io.github.dynamooutbox.testdynamodb.TestTable;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Services that add a module of ours to what they have: Maven gives them the artifacts that they
 * had, in the versions that they had, and the HTTP client that they had sends a commit's request.
 * What no build here resolves otherwise is downloaded.
 */
@Tag("full")
class NeighboursIT {
  /** The oldest and the newest SDK that the README promises. */
  private static final String OLDEST = "2.36.2";

  private static final String NEWEST = "2.58.0";
  private static final String BUILT = MavenProject.property("outbox.sdk");

  private static final String DYNAMODB = sdk("dynamodb");
  private static final String ENHANCED = sdk("dynamodb-enhanced");
  private static final String URL_CONNECTION = sdk("url-connection-client");
  private static final String WRITER = ours("writer-lib");
  private static final String INBOX = ours("inbox-lib");

  /** What a module of ours brings: itself, and Jackson where the service has none. */
  private static final Pattern BROUGHT =
      Pattern.compile("(writer-lib|inbox-lib|outbox-format|jspecify)-[0-9].*");

  private static final Pattern JACKSON = Pattern.compile("jackson-.*");
  private static final Pattern HTTP_CLIENT = Pattern.compile("http#([A-Za-z0-9]+)");

  @TempDir private static Path directory;
  private static HttpServer server;

  /**
   * A service.
   *
   * @param managed its imported bills of materials
   * @param before the dependencies that it names before ours
   * @param ours the module that it adds
   * @param after the dependencies that it names after ours
   * @param client what sends its requests
   */
  record Neighbours(
      String name, String managed, String before, String ours, String after, String client) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Neighbours> services() {
    String awspring =
        dependency(
            "io.awspring.cloud", "spring-cloud-aws-starter-dynamodb", "<version>4.1.0</version>");
    String jackson =
        dependency("com.fasterxml.jackson.core", "jackson-databind", "<version>2.19.4</version>");
    return List.of(
        new Neighbours("plain", sdkBom(BUILT), DYNAMODB, WRITER, "", "Apache"),
        new Neighbours("before-enhanced", sdkBom(BUILT), "", WRITER, ENHANCED, "Apache"),
        new Neighbours("after-enhanced", sdkBom(BUILT), ENHANCED, WRITER, "", "Apache"),
        new Neighbours("inbox", sdkBom(BUILT), "", INBOX, ENHANCED, "Apache"),
        new Neighbours("oldest-sdk", sdkBom(OLDEST), "", INBOX, DYNAMODB, "Apache"),
        new Neighbours("newest-sdk", sdkBom(NEWEST), "", INBOX, DYNAMODB, "Apache5"),
        new Neighbours("bom-first", ourBom() + sdkBom(NEWEST), DYNAMODB, WRITER, "", "Apache5"),
        new Neighbours("bom-last", sdkBom(OLDEST) + ourBom(), "", WRITER, DYNAMODB, "Apache"),
        new Neighbours("no-sdk-bom", ourBom(), "", WRITER, sdk("dynamodb", OLDEST), "Apache"),
        new Neighbours(
            "url-connection-only",
            sdkBom(NEWEST),
            URL_CONNECTION,
            WRITER,
            sdkWithoutClients("dynamodb"),
            "UrlConnection"),
        new Neighbours("two-clients", sdkBom(BUILT), URL_CONNECTION, WRITER, DYNAMODB, "Apache"),
        new Neighbours("older-jackson", sdkBom(BUILT), jackson, WRITER, DYNAMODB, "Apache"),
        new Neighbours("awspring", sdkBom("2.57.8"), "", WRITER, awspring, "Apache5"));
  }

  @BeforeAll
  static void resolveAll() throws Exception {
    StringBuilder modules = new StringBuilder();
    for (Neighbours service : services()) {
      String without = service.before() + service.after();
      modules.append(module(service.name() + "-without", service.managed(), without));
      String with = service.before() + service.ours() + service.after();
      modules.append(module(service.name(), service.managed(), with));
    }
    Files.writeString(directory.resolve("pom.xml"), parent(modules.toString()));

    ModuleRepository repository =
        new ModuleRepository(MavenProject.ROOT, directory.resolve("repository"));
    repository.addParents();
    repository.addJar("library/outbox-format", "outbox-format");
    repository.addJar("writer-lib", "writer-lib");
    repository.addJar("inbox-lib", "inbox-lib");
    String goal = MavenProject.property("outbox.dependency-plugin") + ":build-classpath";
    new MavenProject(directory).maven(repository, false, goal);

    compile("Service", SERVICE);
    compile(SdkProgram.NAME, SdkProgram.SOURCE);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String agent = exchange.getRequestHeaders().getFirst("User-Agent");
          exchange.getResponseHeaders().add("x-agent", agent);
          byte[] answer = "{}".getBytes(StandardCharsets.US_ASCII);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
  }

  private static void compile(String name, String source) throws IOException {
    Path file = Files.writeString(directory.resolve(name + ".java"), source);
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-d", directory.toString(), file.toString());
    assertThat(compiled).isZero();
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.stop(0);
    }
  }

  @ParameterizedTest
  @MethodSource("services")
  void keepWhatTheyHadAndSendWithIt(Neighbours service) throws Exception {
    Set<String> had = jars(service.name() + "-without");
    Set<String> has = jars(service.name());

    assertThat(has).containsAll(had);
    has.removeAll(had);
    has.removeIf(jar -> BROUGHT.matcher(jar).matches());
    if (had.stream().noneMatch(jar -> jar.startsWith("jackson-databind-2"))) {
      has.removeIf(jar -> JACKSON.matcher(jar).matches());
    }
    assertThat(has).allMatch(jar -> jar.startsWith("jackson-datatype-"));

    String agent =
        new MavenProject(directory)
            .java(
                directory + File.pathSeparator + Files.readString(classPath(service.name())),
                "Service",
                "http://127.0.0.1:" + server.getAddress().getPort());
    Matcher client = HTTP_CLIENT.matcher(agent);
    assertThat(client.find()).as(agent).isTrue();
    assertThat(client.group(1)).isEqualTo(service.client());
  }

  /** Writer and inbox, with the oldest and the newest SDK. */
  @ParameterizedTest
  @ValueSource(strings = {"oldest-sdk", "newest-sdk"})
  void getOfTheirSdkWhatTheLibrariesNeed(String service) throws Exception {
    try (DynamoDbLocal server = DynamoDbLocal.start();
        DynamoDbClient client = LocalClients.dynamoDb(server.endpoint())) {
      TestTable.named("orders").create(client);

      String output =
          new MavenProject(directory)
              .java(
                  directory + File.pathSeparator + Files.readString(classPath(service)),
                  SdkProgram.NAME,
                  server.endpoint().toString());

      // What the SDK's logger says comes first.
      assertThat(output).endsWith(SdkProgram.OUTPUT);
    }
  }

  private static Set<String> jars(String module) throws IOException {
    return Stream.of(Files.readString(classPath(module)).strip().split(File.pathSeparator, -1))
        .map(jar -> Path.of(jar).getFileName().toString())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Path classPath(String module) {
    return directory.resolve(module).resolve("classpath");
  }

  private static String module(String name, String managed, String dependencies) {
    try {
      Files.createDirectories(directory.resolve(name));
      Files.writeString(
          directory.resolve(name).resolve("pom.xml"),
          """
          <project xmlns="http://maven.apache.org/POM/4.0.0">
            <modelVersion>4.0.0</modelVersion>
            <groupId>shop</groupId>
            <artifactId>%s</artifactId>
            <version>1</version>
            <properties>
              <mdep.outputFile>${project.basedir}/classpath</mdep.outputFile>
              <mdep.includeScope>runtime</mdep.includeScope>
            </properties>
            <dependencyManagement><dependencies>%s</dependencies></dependencyManagement>
            <dependencies>%s</dependencies>
          </project>
          """
              .formatted(name, managed, dependencies));
      return "<module>" + name + "</module>";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String parent(String modules) {
    return """
    <project xmlns="http://maven.apache.org/POM/4.0.0">
      <modelVersion>4.0.0</modelVersion>
      <groupId>shop</groupId>
      <artifactId>shops</artifactId>
      <version>1</version>
      <packaging>pom</packaging>
      <properties><mdep.skip>true</mdep.skip></properties>
      <modules>%s</modules>
    </project>
    """
        .formatted(modules);
  }

  private static String ours(String artifact) {
    return dependency("io.github.dynamooutbox", artifact, version());
  }

  private static String ourBom() {
    return dependency(
        "io.github.dynamooutbox",
        "outbox-bom",
        version() + "<type>pom</type><scope>import</scope>");
  }

  private static String version() {
    return "<version>" + MavenProject.property("outbox.version") + "</version>";
  }

  private static String sdkBom(String version) {
    return dependency(
        "software.amazon.awssdk",
        "bom",
        "<version>" + version + "</version><type>pom</type><scope>import</scope>");
  }

  private static String sdk(String artifact) {
    return dependency("software.amazon.awssdk", artifact, "");
  }

  private static String sdk(String artifact, String version) {
    return dependency("software.amazon.awssdk", artifact, "<version>" + version + "</version>");
  }

  private static String sdkWithoutClients(String artifact) {
    return dependency(
        "software.amazon.awssdk",
        artifact,
        Stream.of("apache-client", "apache5-client", "netty-nio-client")
            .map(
                client ->
                    "<exclusion><groupId>software.amazon.awssdk</groupId><artifactId>"
                        + client
                        + "</artifactId></exclusion>")
            .collect(Collectors.joining("", "<exclusions>", "</exclusions>")));
  }

  private static String dependency(String group, String artifact, String more) {
    return "<dependency><groupId>%s</groupId><artifactId>%s</artifactId>%s</dependency>"
        .formatted(group, artifact, more);
  }

  private static final String SERVICE =
      """
      import io.github.dynamooutbox.writer.*;
      import java.net.URI;
      import java.util.Map;
      import software.amazon.awssdk.auth.credentials.*;
      import software.amazon.awssdk.core.interceptor.*;
      import software.amazon.awssdk.regions.Region;
      import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
      import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

      public class Service implements ExecutionInterceptor {
        record OrderPlaced(String orderId) {}

        @Override
        public void afterTransmission(
            Context.AfterTransmission context, ExecutionAttributes attributes) {
          System.out.println(context.httpResponse().firstMatchingHeader("x-agent").orElse(""));
        }

        public static void main(String[] arguments) {
          try (DynamoDbClient client =
              DynamoDbClient.builder()
                  .endpointOverride(URI.create(arguments[0]))
                  .region(Region.EU_CENTRAL_1)
                  .credentialsProvider(
                      StaticCredentialsProvider.create(AwsBasicCredentials.create("a", "b")))
                  .overrideConfiguration(c -> c.addExecutionInterceptor(new Service()))
                  .build()) {
            Outbox.builder(client)
                .table("orders")
                .source("/shop/orders")
                .build()
                .transaction()
                .put(Map.of("PK", AttributeValue.fromS("1"), "SK", AttributeValue.fromS("1")))
                .events(Aggregate.of("Order", "1").at(1), Event.of("OrderPlaced", new OrderPlaced("1")))
                .commit();
          }
        }
      }
      """;
}
