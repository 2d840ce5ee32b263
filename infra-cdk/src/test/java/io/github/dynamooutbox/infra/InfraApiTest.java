package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.github.dynamooutbox.localaws.ApiText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The constructs that other apps use are those on file, so that a change shows in review. */
class InfraApiTest {
  private static final Path FILE = Path.of("../docs/api/infra-cdk.txt");

  @Test
  void isTheOneOnFile() throws IOException {
    String api =
        ApiText.ofAll(
            new ClassFileImporter()
                .importPath(Path.of("target/classes")).stream().map(JavaClass::reflect));
    if (Boolean.getBoolean("outbox.api.write")) {
      Files.writeString(FILE, api);
    }

    assertThat(api).contains("class io.github.dynamooutbox.infra.DynamoOutbox ");
    assertThat(FILE)
        .as(
            "The public API. If it was meant to change, write it down and commit it:%n"
                + "./mvnw -q -pl :infra-cdk -am test -Dtest=InfraApiTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Doutbox.api.write=true")
        .hasContent(api);
  }
}
