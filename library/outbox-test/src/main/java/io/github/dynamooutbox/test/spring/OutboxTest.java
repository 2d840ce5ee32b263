package io.github.dynamooutbox.test.spring;

import io.github.dynamooutbox.test.InMemoryOutbox;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.TestExecutionListeners;
import org.springframework.test.context.TestExecutionListeners.MergeMode;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * Tests what a service with Spring Boot commits, without a server, and without the rest of the
 * service: the context has the outbox of {@code dynamo-outbox-spring-boot-starter} with the
 * service's properties and its JSON mapper, on the client of an {@link InMemoryOutbox}, and of the
 * service itself only what the test imports.
 *
 * <pre>{@code
 * @OutboxTest
 * @Import(Orders.class)
 * class OrdersTest {
 *   @Autowired Orders orders;
 *   @Autowired InMemoryOutbox outbox;
 *
 *   @Test
 *   void placesAnOrder() {
 *     orders.place("1");
 *     OutboxAssert.assertThat(outbox).published("OrderPlaced").of("Order", "1");
 *   }
 * }
 * }</pre>
 *
 * <p>The memory is emptied before each test. For conditions that it does not evaluate, add a bean
 * {@link InMemoryOutbox#on} a client of DynamoDB Local, which takes its place. The client of the
 * slice comes before one that the service declares. Refused if {@code dynamo-outbox.schema} is set:
 * other names of keys need the whole context. Modules of the JSON mapper that the service declares
 * as beans must be imported. The class path of the tests needs {@code
 * spring-boot-test-autoconfigure}, of Spring Boot 4, which {@code spring-boot-starter-test} brings.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@BootstrapWith(OutboxTestBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(OutboxTypeExcludeFilter.class)
@ImportAutoConfiguration
@TestExecutionListeners(
    listeners = EmptyOutboxListener.class,
    mergeMode = MergeMode.MERGE_WITH_DEFAULTS)
public @interface OutboxTest {

  /** Properties for the test, {@code key=value}, which take precedence over the service's. */
  String[] properties() default {};
}
