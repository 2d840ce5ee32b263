package io.github.dynamooutbox.aws.internal.inline;

import io.github.dynamooutbox.aws.targets.PayloadFetcher;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.format.Payload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where payloads are. */
final class ScriptedPlace implements PayloadFetcher {
  final Map<String, byte[]> objects = new HashMap<>();
  final List<String> fetched = Collections.synchronizedList(new ArrayList<>());
  Runnable onFetch = () -> {};
  @Nullable IOException failure;
  final Map<String, RuntimeException> faults = new HashMap<>();

  @Override
  public boolean fetchesFrom(String uri) {
    return uri.startsWith("s3://");
  }

  @Override
  public Optional<byte[]> fetch(Payload.Reference reference, TargetHost host) throws IOException {
    fetched.add(reference.uri());
    onFetch.run();
    RuntimeException fault = faults.get(reference.uri());
    if (fault != null) {
      throw fault;
    }
    IOException fails = failure;
    if (fails != null) {
      throw fails;
    }
    return Optional.ofNullable(objects.get(reference.uri()));
  }
}
