package io.github.dynamooutbox.benchmarks;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullResponse;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Reads each request to its end and answers that it was accepted, on the calling thread, so that
 * the SDK and the code that calls it are measured without a network. Thread-safe.
 */
final class CannedHttp implements SdkHttpClient {
  private static final byte[] ACCEPTED = "{}".getBytes(StandardCharsets.UTF_8);

  private final ThreadLocal<byte[]> buffers = ThreadLocal.withInitial(() -> new byte[64 * 1024]);
  private final LongAdder bytes = new LongAdder();
  private final Duration answerTime;

  /** Answers at once. */
  CannedHttp() {
    this(Duration.ZERO);
  }

  /** Blocks the calling thread for this time, in whole milliseconds, before it answers. */
  CannedHttp(Duration answerTime) {
    this.answerTime = answerTime;
  }

  /** A client that sends its requests here. */
  DynamoDbClient client(ExecutionInterceptor... interceptors) {
    return DynamoDbClient.builder()
        .overrideConfiguration(
            settings -> List.of(interceptors).forEach(settings::addExecutionInterceptor))
        .region(Region.EU_CENTRAL_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("canned", "canned")))
        .httpClient(this)
        .build();
  }

  /** The size of all request bodies so far. */
  long bytes() {
    return bytes.sum();
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    return new ExecutableHttpRequest() {
      @Override
      public HttpExecuteResponse call() {
        request.contentStreamProvider().ifPresent(body -> drain(body.newStream()));
        if (!answerTime.isZero()) {
          LockSupport.parkNanos(answerTime.toNanos());
        }
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
    byte[] buffer = buffers.get();
    try (body) {
      for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
        bytes.add(read);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the request", e);
    }
  }

  @Override
  public void close() {}
}
