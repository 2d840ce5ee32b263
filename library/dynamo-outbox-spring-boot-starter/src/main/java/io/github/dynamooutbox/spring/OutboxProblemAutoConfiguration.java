package io.github.dynamooutbox.spring;

import io.github.dynamooutbox.writer.OutboxException;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers what a commit throws as problem details (RFC 9457), in MVC and WebFlux. */
@AutoConfiguration
@ConditionalOnWebApplication
@ConditionalOnProperty(name = "dynamo-outbox.problems", matchIfMissing = true)
class OutboxProblemAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  OutboxProblems outboxProblems() {
    return new OutboxProblems();
  }

  /** Before handlers of Exception, behind those of the application that name the exception. */
  @RestControllerAdvice
  @Order(0)
  static class OutboxProblems {

    @ExceptionHandler
    ResponseEntity<?> problem(OutboxException failure) {
      return OutboxProblem.of(failure).response();
    }
  }
}
