package io.github.dynamooutbox.aws.examine;

import java.time.Duration;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.apache.ApacheHttpClient;

/**
 * Configures the clients of operators' tools so that a service that accepts requests but does not
 * answer makes a command fail instead of hang.
 */
public final class OperatorClients {
  /** Two attempts without an answer then take 16 seconds. */
  private static final Duration READ_SILENCE = Duration.ofSeconds(8);

  /** A page of 1 MB over a slow line, at a third of a megabit a second. */
  private static final Duration READ_ATTEMPT = Duration.ofSeconds(25);

  /** A slow line and a table that throttles take longer than silence. */
  private static final Duration READ = Duration.ofSeconds(60);

  private static final Duration CONTROL_ATTEMPT = Duration.ofSeconds(4);
  private static final Duration QUESTION_ATTEMPT = Duration.ofSeconds(4);
  private static final Duration QUESTION = Duration.ofSeconds(8);

  /** The three attempts of the standard strategy then take about as long as a read may. */
  private static final Duration OBJECT_SILENCE = Duration.ofSeconds(6);

  /** 80 MB, more than any object has, at a megabit a second. */
  private static final Duration OBJECT = Duration.ofMinutes(11);

  private OperatorClients() {}

  /**
   * For reading pages of a table or a stream: a call ends after 16 seconds without a byte. Where
   * the table throttles or the line is slow, it continues more slowly, up to a minute.
   */
  public static <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> B forReads(
      B client) {
    return client
        .httpClientBuilder(ApacheHttpClient.builder().socketTimeout(READ_SILENCE))
        .overrideConfiguration(
            settings ->
                settings
                    .retryStrategy(new PatientRetries())
                    .apiCallAttemptTimeout(READ_ATTEMPT)
                    .apiCallTimeout(READ));
  }

  /** The same for a control table, whose answers are short: 8 seconds, whatever has arrived. */
  public static void forControl(ClientOverrideConfiguration.Builder client) {
    client
        .retryStrategy(new PatientRetries())
        .apiCallAttemptTimeout(CONTROL_ATTEMPT)
        .apiCallTimeout(READ);
  }

  /**
   * For listing, reading and deleting objects of any size: a call ends after 20 seconds without a
   * byte, and after 11 minutes at the latest.
   */
  public static <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> B forObjects(
      B client) {
    return client
        .httpClientBuilder(ApacheHttpClient.builder().socketTimeout(OBJECT_SILENCE))
        .overrideConfiguration(
            settings ->
                settings
                    .retryStrategy(AwsRetryStrategy.standardRetryStrategy())
                    .apiCallTimeout(OBJECT));
  }

  /**
   * For requests about settings and permissions, with short answers: a call ends after 8 seconds.
   */
  public static void forQuestions(ClientOverrideConfiguration.Builder client) {
    client.apiCallAttemptTimeout(QUESTION_ATTEMPT).apiCallTimeout(QUESTION);
  }
}
