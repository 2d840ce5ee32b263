package io.github.dynamooutbox.test.spring;

import org.springframework.boot.test.context.filter.annotation.StandardAnnotationCustomizableTypeExcludeFilter;

/** Leaves out what the scan for components finds: a test imports what it needs. */
final class OutboxTypeExcludeFilter
    extends StandardAnnotationCustomizableTypeExcludeFilter<OutboxTest> {
  OutboxTypeExcludeFilter(Class<?> testClass) {
    super(testClass);
  }
}
