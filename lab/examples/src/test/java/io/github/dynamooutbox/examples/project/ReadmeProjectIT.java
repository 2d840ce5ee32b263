package io.github.dynamooutbox.examples.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service in a project of its own, from the README's text alone: with the dependencies that it
 * names and its first code, built with the modules as a repository has them, and run.
 */
class ReadmeProjectIT {
  private static final String COMPILER = MavenProject.property("outbox.compiler-plugin");
  private static final String RESOURCES = MavenProject.property("outbox.resources-plugin");
  private static final String DEPENDENCIES = MavenProject.property("outbox.dependency-plugin");

  /** A directory with the bundle of a release, from which Maven installs the modules; or none. */
  private static final String STAGED = System.getProperty("outbox.staged", "");

  private static final String DYNAMODB_LOCAL =
      "io/github/dynamooutbox/testdynamodb/dynamodb-local.classpath";

  private final Readme readme = new Readme(MavenProject.ROOT.resolve("README.md"));

  @TempDir private Path project;

  ReadmeProjectIT() throws IOException {}

  @Test
  void servicePutsItsOrderWithItsEvent() throws Exception {
    ModuleRepository repository =
        new ModuleRepository(MavenProject.ROOT, project.resolve("repository"));
    if (STAGED.isEmpty()) {
      repository.addParents();
      repository.addJar("library/outbox-format", "outbox-format");
      repository.addJar("writer-lib", "writer-lib");
      repository.addJar("library/outbox-test-dynamodb", "outbox-test-dynamodb");
    }
    Files.writeString(project.resolve("pom.xml"), pom());
    Path sources = Files.createDirectories(project.resolve("src/main/java"));
    Files.writeString(sources.resolve("Service.java"), service());

    nameDynamoDbLocal(project.resolve("src/main/resources"));

    MavenProject service = new MavenProject(project);
    service.maven(
        repository,
        STAGED.isEmpty(),
        RESOURCES + ":resources",
        COMPILER + ":compile",
        DEPENDENCIES + ":build-classpath");

    String classPath = Files.readString(project.resolve("classpath"));
    String jars = project.resolve("target/classes") + File.pathSeparator + classPath;
    assertThat(service.java(jars, "Service"))
        .contains("committed Order#42 at 1", "stored ORDER#42, OUTBOX#Order#42");

    // A class path beside the modules' is DynamoDB Local's.
    String server = Files.readString(project.resolve("src/main/resources").resolve(DYNAMODB_LOCAL));
    assertThat(service.java(server.strip(), modular(classPath)))
        .contains("committed Order#42 at 1", "stored ORDER#42, OUTBOX#Order#42");
  }

  /** The same code as a module, which reads the jars by the names in their manifests. */
  private String[] modular(String jars) throws IOException {
    Path sources = Files.createDirectories(project.resolve("src/modular/shop"));
    Path classes = project.resolve("target/modular");
    Path description = sources.resolveSibling("module-info.java");
    Files.writeString(
        description,
        """
        module shop {
          requires %s;
          requires io.github.dynamooutbox.testdynamodb;
          requires software.amazon.awssdk.auth;
          requires software.amazon.awssdk.regions;
          requires software.amazon.awssdk.services.dynamodb;
          // Names that the others' names do not bring along.
          requires com.fasterxml.jackson.databind;
          requires org.slf4j;
          // The writer makes events of its records.
          opens shop to com.fasterxml.jackson.databind;
        }
        """
            .formatted(readme.importedPackage()));
    Path code = sources.resolve("Service.java");
    Files.writeString(code, "package shop;\n" + service());
    StringWriter said = new StringWriter();
    int failed =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                new PrintWriter(said, true),
                new PrintWriter(said, true),
                "--release",
                "17",
                "--module-path",
                jars,
                "-d",
                classes.toString(),
                description.toString(),
                code.toString());
    assertThat(failed).as(said.toString()).isZero();
    return new String[] {
      "--module-path", classes + File.pathSeparator + jars, "--module", "shop/shop.Service"
    };
  }

  /** What comes after the README's own is for the table that the service needs. */
  private String pom() {
    return """
    <project xmlns="http://maven.apache.org/POM/4.0.0">
      <modelVersion>4.0.0</modelVersion>
      <groupId>shop</groupId>
      <artifactId>shop</artifactId>
      <version>1</version>
      <properties>
        <maven.compiler.release>17</maven.compiler.release>
        <mdep.outputFile>${project.basedir}/classpath</mdep.outputFile>
      </properties>
      %s
      <dependencyManagement>
        <dependencies>
          %s
        </dependencies>
      </dependencyManagement>
      <dependencies>
        %s
        <dependency>
          <groupId>io.github.dynamooutbox</groupId>
          <artifactId>outbox-test-dynamodb</artifactId>
        </dependency>
      </dependencies>
    </project>
    """
        .formatted(staged(), readme.billOfMaterials(), readme.dependencies());
  }

  private static String staged() {
    return STAGED.isEmpty()
        ? ""
        : """
        <repositories>
          <repository>
            <id>staged</id>
            <url>%s</url>
          </repository>
        </repositories>\
        """
            .formatted(Path.of(STAGED).toAbsolutePath().toUri());
  }

  private String service() {
    return """
    import %s.*;
    import io.github.dynamooutbox.testdynamodb.DynamoDbLocal;
    import io.github.dynamooutbox.testdynamodb.TestTable;
    import java.util.Map;
    import software.amazon.awssdk.auth.credentials.*;
    import software.amazon.awssdk.regions.Region;
    import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
    import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

    public class Service {
      record OrderPlaced(String orderId, int total) {}

      static CommitResult place(DynamoDbClient dynamoDbClient, String id) {
        %s
        return result;
      }

      public static void main(String[] arguments) {
        try (DynamoDbLocal server = DynamoDbLocal.start();
            DynamoDbClient client =
                DynamoDbClient.builder()
                    .endpointOverride(server.endpoint())
                    .region(Region.EU_CENTRAL_1)
                    .credentialsProvider(
                        StaticCredentialsProvider.create(AwsBasicCredentials.create("a", "b")))
                    .build()) {
          TestTable.named("orders").create(client);
          var record = place(client, "42").records().get(0);
          System.out.println(
              "committed " + record.aggregate() + " at " + record.version().getAsLong());
          System.out.println(
              "stored "
                  + String.join(
                      ", ",
                      client.scan(scan -> scan.tableName("orders")).items().stream()
                          .map(item -> item.get("PK").s())
                          .sorted()
                          .toList()));
        }
      }
    }
    """
        .formatted(readme.importedPackage(), readme.code());
  }

  /** Off the project's class path, as a user may have it. */
  private static void nameDynamoDbLocal(Path resources) throws IOException {
    Path named = resources.resolve(DYNAMODB_LOCAL);
    Files.createDirectories(named.getParent());
    try (InputStream jars =
        ReadmeProjectIT.class.getClassLoader().getResourceAsStream(DYNAMODB_LOCAL)) {
      Files.copy(Objects.requireNonNull(jars, DYNAMODB_LOCAL), named);
    }
  }

  /** What a new user copies from the README. */
  private static final class Readme {
    private static final String GROUP = "io.github.dynamooutbox";

    private final String text;

    Readme(Path file) throws IOException {
      text = Files.readString(file);
    }

    /** The dependencies that it says to add. */
    String dependencies() {
      return found("```xml\\n(<dependency>.*?</dependency>)\\n```");
    }

    /** The version of this project in that. */
    String version() {
      return found("<version>([^<]+)</version>");
    }

    /** The bill of materials that it names. */
    String billOfMaterials() {
      String name = found("`(" + GROUP + ":[a-z-]+)` is a bill of\\s+materials");
      return "<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version><type>pom</type><scope>import</scope></dependency>"
          .formatted(GROUP, name.substring(GROUP.length() + 1), version());
    }

    /** The package that it says the types are in. */
    String importedPackage() {
      return found("types above are in the package `([a-z.]+)`");
    }

    /** Its first code. */
    String code() {
      return found("```java\\n(.*?)```");
    }

    private String found(String pattern) {
      Matcher found = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
      if (!found.find()) {
        throw new AssertionError("the README does not show " + pattern);
      }
      return found.group(1);
    }
  }
}
