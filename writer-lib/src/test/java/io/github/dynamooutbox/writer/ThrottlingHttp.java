package io.github.dynamooutbox.writer;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullResponse;

/** Below the real SDK: every request is throttled. */
final class ThrottlingHttp implements SdkHttpClient {
  final AtomicInteger requests = new AtomicInteger();

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    return new ExecutableHttpRequest() {
      @Override
      public HttpExecuteResponse call() {
        requests.incrementAndGet();
        byte[] body =
            "{\"__type\":\"com.amazonaws.dynamodb.v20120810#ThrottlingException\"}"
                .getBytes(StandardCharsets.UTF_8);
        return HttpExecuteResponse.builder()
            .response(
                SdkHttpFullResponse.builder()
                    .statusCode(400)
                    .putHeader("Content-Type", "application/x-amz-json-1.0")
                    .build())
            .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body)))
            .build();
      }

      @Override
      public void abort() {}
    };
  }

  @Override
  public void close() {}
}
