package io.github.dynamooutbox.writer;

import java.util.Optional;

/**
 * A command that may be repeated, known before anything is decided about it: see {@link
 * Outbox#commit(Command, java.util.function.Supplier)}. Immutable.
 */
public final class Command {
  private final String key;
  private final String request;
  private final Optional<String> tenant;

  private Command(String key, String request, Optional<String> tenant) {
    this.key = key;
    this.request = request;
    this.tenant = tenant;
  }

  /**
   * A command without a tenant.
   *
   * @param key unique among the commands of the outbox's table, source and tenant; of any length,
   *     not empty; only its hash is stored
   * @param request identifies the command, the same for each repeat: for example the body of the
   *     request; only its hash is stored
   * @throws InvalidTransactionException if the key is empty or has control characters
   */
  public static Command of(String key, String request) {
    Checks.text("the idempotency key", key);
    return new Command(
        key, Checks.notNull("what identifies the command", request), Optional.empty());
  }

  /**
   * Returns the command with the tenant that owns the data, which becomes that of its transaction.
   * Equal keys of different tenants are unrelated.
   *
   * @throws InvalidTransactionException if it is empty or has control characters
   */
  public Command tenant(String newTenant) {
    return new Command(key, request, Optional.of(Checks.text("the tenant", newTenant)));
  }

  String key() {
    return key;
  }

  String request() {
    return request;
  }

  Optional<String> tenant() {
    return tenant;
  }

  /**
   * Contains neither key nor request: the one may be a secret, the other does not belong in logs.
   */
  @Override
  public String toString() {
    return "Command" + tenant.map(it -> "[tenant=" + it + ']').orElse("");
  }
}
