package io.github.dynamooutbox.spring;

import io.github.dynamooutbox.format.Sha256;
import io.github.dynamooutbox.writer.Command;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.server.ResponseStatusException;

/**
 * Passes the command of a request to controllers: its key is the header {@code Idempotency-Key},
 * and what identifies it are the method, the address and the body. A request without a key is
 * answered with 400, unless the parameter is an {@code Optional<Command>} or may be null.
 */
final class CommandArgumentResolver implements HandlerMethodArgumentResolver {
  static final String HEADER = "Idempotency-Key";

  private final ObjectProvider<CommandTenant> tenants;

  CommandArgumentResolver(ObjectProvider<CommandTenant> tenants) {
    this.tenants = tenants;
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.nestedIfOptional().getNestedParameterType() == Command.class;
  }

  @Override
  public @Nullable Object resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer model,
      NativeWebRequest web,
      @Nullable WebDataBinderFactory binders) {
    HttpServletRequest request =
        Objects.requireNonNull(web.getNativeRequest(HttpServletRequest.class));
    Optional<Command> command =
        Optional.ofNullable(request.getHeader(HEADER))
            .filter(key -> !key.isBlank())
            .map(key -> command(key, request));
    if (parameter.getParameterType() == Optional.class) {
      return command;
    }
    if (parameter.isOptional()) {
      return command.orElse(null);
    }
    return command.orElseThrow(
        () ->
            new ResponseStatusException(
                HttpStatus.BAD_REQUEST, "The header " + HEADER + " is required."));
  }

  private Command command(String key, HttpServletRequest request) {
    Command command =
        Command.of(
            key,
            String.join(
                "\n",
                request.getMethod(),
                request.getRequestURI(),
                Objects.requireNonNullElse(request.getQueryString(), ""),
                Sha256.hex(RequestBodies.of(request))));
    return tenants
        .orderedStream()
        .findFirst()
        .map(tenant -> command.tenant(tenant(tenant, request)))
        .orElse(command);
  }

  private static String tenant(CommandTenant tenants, HttpServletRequest request) {
    @Nullable String tenant = tenants.of(request);
    if (tenant == null || tenant.isBlank()) {
      throw new IllegalStateException(
          "the bean "
              + tenants.getClass().getName()
              + " returned no tenant for a request with the header "
              + HEADER
              + ": callers without a tenant would share their keys; return one, or throw a"
              + " ResponseStatusException to refuse the request");
    }
    return tenant;
  }
}
