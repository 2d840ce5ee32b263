package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.targets.ResourceKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.StreamDescriptionSummary;

/**
 * What a Kinesis data stream is set to.
 *
 * @param ignoresPartitionKeys whether the service distributes records by itself, so that an
 *     aggregate's events do not stay together ({@code RecordDistributionStrategy} {@code AUTO},
 *     Kinesis, September 2026)
 */
record KinesisSettings(StreamDescriptionSummary summary, boolean ignoresPartitionKeys) {
  /** What is wrong with a stream that ignores partition keys, and what to do about it. */
  static final String REMEDY =
      "its RecordDistributionStrategy is AUTO, which ignores partition keys: an aggregate's events"
          + " would get out of order. Set it back, or set ordered to false";

  /**
   * Reads the settings.
   *
   * @param stream name or ARN
   */
  static KinesisSettings read(KinesisClient client, String stream) {
    StrategyReader reader = new StrategyReader();
    StreamDescriptionSummary summary =
        client
            .describeStreamSummary(
                request -> {
                  request.overrideConfiguration(
                      more ->
                          more.addPlugin(
                              config ->
                                  config.overrideConfiguration(
                                      config.overrideConfiguration().toBuilder()
                                          .addExecutionInterceptor(reader)
                                          .build())));
                  if (ResourceKind.isArn(stream)) {
                    request.streamARN(stream);
                  } else {
                    request.streamName(stream);
                  }
                })
            .streamDescriptionSummary();
    return new KinesisSettings(summary, reader.isAuto);
  }

  /**
   * Finds the strategy in the answer's bytes: this SDK does not know the field yet. In CBOR and in
   * JSON the name and its value are there as they are, with a few bytes between them.
   */
  private static final class StrategyReader implements ExecutionInterceptor {
    private static final Pattern AUTO =
        Pattern.compile("RecordDistributionStrategy.{1,8}?AUTO", Pattern.DOTALL);

    private volatile boolean isAuto;

    @Override
    public Optional<InputStream> modifyHttpResponseContent(
        Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
      return context.responseBody().map(this::read);
    }

    private InputStream read(InputStream body) {
      try {
        byte[] bytes = body.readAllBytes();
        isAuto = AUTO.matcher(new String(bytes, StandardCharsets.ISO_8859_1)).find();
        return new ByteArrayInputStream(bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
