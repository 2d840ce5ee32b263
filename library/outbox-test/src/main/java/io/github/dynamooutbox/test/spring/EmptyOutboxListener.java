package io.github.dynamooutbox.test.spring;

import io.github.dynamooutbox.test.InMemoryOutbox;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/** Contexts are kept for other tests, and so would be what these have committed. */
final class EmptyOutboxListener extends AbstractTestExecutionListener {
  @Override
  public void beforeTestMethod(TestContext test) {
    test.getApplicationContext().getBean(InMemoryOutbox.class).clear();
  }
}
