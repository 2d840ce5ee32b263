package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What something is refused for: whole messages, with path, cause and remedy. */
final class Problems {
  private Problems() {}

  static List<String> of(ThrowingCallable refused) {
    ConfigException thrown = catchThrowableOfType(ConfigException.class, refused);
    assertThat(thrown).as("the refusal").isNotNull();
    return thrown.problems();
  }
}
