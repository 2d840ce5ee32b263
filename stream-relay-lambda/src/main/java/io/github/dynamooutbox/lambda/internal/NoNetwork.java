package io.github.dynamooutbox.lambda.internal;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/** Answers every request with an empty JSON object and sends nothing. */
final class NoNetwork implements SdkHttpClient {
  private static final byte[] ANSWER = "{}".getBytes(StandardCharsets.UTF_8);

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    return new ExecutableHttpRequest() {
      @Override
      public HttpExecuteResponse call() {
        return HttpExecuteResponse.builder()
            .response(SdkHttpResponse.builder().statusCode(200).build())
            .responseBody(AbortableInputStream.create(new ByteArrayInputStream(ANSWER)))
            .build();
      }

      @Override
      public void abort() {}
    };
  }

  @Override
  public void close() {}
}
