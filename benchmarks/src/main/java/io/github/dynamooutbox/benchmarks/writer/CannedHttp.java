package io.github.dynamooutbox.benchmarks.writer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullResponse;

/**
 * Reads each request to its end and answers that it was accepted, on the calling thread: what is
 * measured is the SDK and what is in front of it, without a network.
 */
final class CannedHttp implements SdkHttpClient {
  private static final byte[] ACCEPTED = "{}".getBytes(StandardCharsets.UTF_8);

  private final byte[] buffer = new byte[64 * 1024];
  private long bytes;

  /** The size of all request bodies so far. */
  long bytes() {
    return bytes;
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    return new ExecutableHttpRequest() {
      @Override
      public HttpExecuteResponse call() {
        request.contentStreamProvider().ifPresent(body -> drain(body.newStream()));
        return HttpExecuteResponse.builder()
            .response(
                SdkHttpFullResponse.builder()
                    .statusCode(200)
                    .putHeader("Content-Type", "application/x-amz-json-1.0")
                    .putHeader("Content-Length", Integer.toString(ACCEPTED.length))
                    .build())
            .responseBody(AbortableInputStream.create(new ByteArrayInputStream(ACCEPTED)))
            .build();
      }

      @Override
      public void abort() {}
    };
  }

  private void drain(InputStream body) {
    try (body) {
      for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
        bytes += read;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }

  @Override
  public void close() {}
}
