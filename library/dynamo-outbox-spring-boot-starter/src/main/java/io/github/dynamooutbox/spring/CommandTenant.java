package io.github.dynamooutbox.spring;

import jakarta.servlet.http.HttpServletRequest;

/**
 * A bean that says which tenant a request is of, which becomes that of its command: equal keys of
 * different tenants are unrelated. Services without tenants have no such bean. Thread-safe.
 */
@FunctionalInterface
public interface CommandTenant {
  /**
   * The tenant, as authentication found it; not what a client may say of itself. Not blank, or the
   * request fails and nothing is written, because callers without a tenant would share their keys.
   * To refuse a request without a tenant, throw what Spring answers, such as a {@code
   * ResponseStatusException}.
   */
  String of(HttpServletRequest request);
}
