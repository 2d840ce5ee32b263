package io.github.dynamooutbox.aws.internal.call;

import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;

/** An HTTP client whose requests end when the {@link BlockingCall} they belong to is cancelled. */
public final class AbortableHttpClient implements SdkHttpClient {
  private final SdkHttpClient delegate;

  public AbortableHttpClient(SdkHttpClient delegate) {
    this.delegate = delegate;
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    ExecutableHttpRequest executable = delegate.prepareRequest(request);
    BlockingCall.onCancel(executable::abort);
    return executable;
  }

  @Override
  public String clientName() {
    return delegate.clientName();
  }

  @Override
  public void close() {
    delegate.close();
  }
}
