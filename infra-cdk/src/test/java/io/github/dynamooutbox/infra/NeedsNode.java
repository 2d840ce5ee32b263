package io.github.dynamooutbox.infra;

import io.github.dynamooutbox.localaws.TestTool;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** The CDK runs in Node: without it the tests are skipped, or fail, as {@link TestTool} says. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NodeCondition.class)
public @interface NeedsNode {}
