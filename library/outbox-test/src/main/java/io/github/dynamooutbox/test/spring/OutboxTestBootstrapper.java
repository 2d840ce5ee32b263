package io.github.dynamooutbox.test.spring;

import org.springframework.boot.test.autoconfigure.TestSliceTestContextBootstrapper;

/** Takes the properties of the annotation. */
final class OutboxTestBootstrapper extends TestSliceTestContextBootstrapper<OutboxTest> {}
