package io.github.dynamooutbox.aws.internal.inline;

import io.github.dynamooutbox.aws.targets.PayloadFetcher;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.format.Payload;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** All fetchers on the class path as one. If several accept a URI, the first one fetches. */
record PayloadFetchers(List<PayloadFetcher> all) implements PayloadFetcher {
  static PayloadFetchers onClassPath() {
    return new PayloadFetchers(
        ServiceLoader.load(PayloadFetcher.class, PayloadFetcher.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .toList());
  }

  @Override
  public boolean fetchesFrom(String uri) {
    return all.stream().anyMatch(each -> each.fetchesFrom(uri));
  }

  @Override
  public Optional<byte[]> fetch(Payload.Reference reference, TargetHost host)
      throws IOException, InterruptedException {
    for (PayloadFetcher each : all) {
      if (each.fetchesFrom(reference.uri())) {
        return each.fetch(reference, host);
      }
    }
    throw new IOException("nothing on the class path fetches from " + reference.uri());
  }
}
