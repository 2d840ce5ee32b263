package io.github.dynamooutbox.spring;

import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Controllers of MVC may take a {@code Command}, whose key is the header {@code Idempotency-Key}.
 */
@AutoConfiguration
@ConditionalOnClass(WebMvcConfigurer.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
class OutboxCommandAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  RequestBodies outboxRequestBodies() {
    return new RequestBodies();
  }

  @Bean
  WebMvcConfigurer outboxCommandArguments(ObjectProvider<CommandTenant> tenants) {
    return new WebMvcConfigurer() {
      @Override
      public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new CommandArgumentResolver(tenants));
      }
    };
  }
}
