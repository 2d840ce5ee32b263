package io.github.dynamooutbox.localaws.function;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** With AWS's own runtime client. */
@EnabledOnOs(OS.LINUX)
class LambdaProcessIT extends LambdaProcessContract {
  @Override
  LambdaProcess.Builder configure(LambdaProcess.Builder builder) {
    return builder;
  }
}
