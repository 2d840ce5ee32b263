package io.github.dynamooutbox.spring;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/**
 * A bean that says which tenant a request is of, which becomes that of its command: equal keys of
 * different tenants are unrelated. Thread-safe.
 */
@FunctionalInterface
public interface CommandTenant {
  /** The tenant, as authentication found it; not what a client may say of itself. */
  Optional<String> of(HttpServletRequest request);
}
