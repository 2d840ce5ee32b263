package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.github.dynamooutbox.localaws.ApiText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The public API of each shipped module is the one that is on file, so that a change shows in
 * review. That of infra-cdk is compared there.
 */
class ApiTest {
  private static final Path FILES = Repository.file("docs/api");

  @ParameterizedTest
  @CsvSource({
    "outbox-format, format",
    "writer-lib, writer",
    "dynamo-outbox-spring-boot-starter, spring",
    "dynamo-inbox-spring-boot-starter, listener",
    "outbox-test, test",
    "outbox-test-dynamodb, testdynamodb",
    "outbox-test-relay, testrelay",
    "inbox-lib, inbox",
    "relay-core, relay",
    "target-contract, contract",
    "relay-aws, aws",
    "kafka-target, kafka",
    "archive-target, archive",
    "outbox-operations, operations",
    "stream-relay-lambda, lambda",
    "heartbeat-lambda, heartbeat",
    "kcl-relay-service, kcl",
    "outbox-cli, cli",
  })
  void isTheOneOnFile(String module, String name) throws IOException {
    String api = api(Module.ROOT + name);
    Path file = FILES.resolve(module + ".txt");
    if (Boolean.getBoolean("outbox.api.write")) {
      Files.writeString(file, api);
    }

    assertThat(api).contains(Module.ROOT + name);
    assertThat(file)
        .as(
            "The public API of %s. If it was meant to change, write it down and commit it:%n"
                + "./mvnw -q -pl :architecture-tests -am test -Dtest=ApiTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Doutbox.api.write=true",
            module)
        .hasContent(api);
  }

  private static String api(String root) {
    return ApiText.ofAll(
        MainClasses.below(root)
            .filter(each -> !each.getPackageName().contains(".internal"))
            .map(JavaClass::reflect));
  }
}
