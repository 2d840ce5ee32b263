package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import software.amazon.awscdk.Stack;

/** What something is refused for: whole messages, with path, cause and remedy. */
final class Problems {
  private Problems() {}

  static List<String> of(ThrowingCallable refused) {
    ConfigException thrown = catchThrowableOfType(ConfigException.class, refused);
    assertThat(thrown).as("the refusal").isNotNull();
    return thrown.problems();
  }

  /** Throws what the constructs of a stack say when its app is complete. */
  static void atTheEnd(Stack stack) {
    List<String> problems =
        stack.getNode().findAll().stream()
            .filter(DynamoOutbox.class::isInstance)
            .flatMap(outbox -> outbox.getNode().validate().stream())
            .toList();
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
  }
}
