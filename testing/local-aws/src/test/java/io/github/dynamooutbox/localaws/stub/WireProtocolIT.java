package io.github.dynamooutbox.localaws.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.dynamooutbox.localaws.AwsStub;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** What the stub says to requests that it cannot serve. */
class WireProtocolIT {
  private static final String JSON = "application/x-amz-json-1.1";
  private static final String FORM = "application/x-www-form-urlencoded; charset=utf-8";

  private final StubClients aws = new StubClients(AwsStub.start());
  private final HttpClient http = HttpClient.newHttpClient();

  @AfterEach
  void stop() {
    aws.close();
  }

  private HttpRequest.Builder post(String contentType, String body) {
    return HttpRequest.newBuilder(aws.stub().endpoint())
        .header("Content-Type", contentType)
        .POST(HttpRequest.BodyPublishers.ofString(body));
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void requestsWithoutASignatureAreRefused() throws Exception {
    HttpResponse<String> json =
        send(post(JSON, "{}").header("X-Amz-Target", "AWSEvents.ListEventBuses"));
    HttpResponse<String> query = send(post(FORM, "Action=CreateTopic&Name=t"));

    assertThat(json.statusCode()).isEqualTo(400);
    assertThat(json.body()).contains("\"__type\":\"MissingAuthenticationTokenException\"");
    assertThat(query.statusCode()).isEqualTo(403);
    assertThat(query.body()).contains("<Code>MissingAuthenticationToken</Code>");
  }

  @Test
  void unknownActionsAreNamed() {
    AwsServiceException events =
        catchThrowableOfType(
            AwsServiceException.class,
            () ->
                aws.eventBridge()
                    .createArchive(
                        r ->
                            r.archiveName("a")
                                .eventSourceArn(
                                    "arn:aws:events:us-east-1:000000000000:event-bus/b")));
    AwsServiceException sns =
        catchThrowableOfType(AwsServiceException.class, () -> aws.sns().listTopics());
    AwsServiceException kinesis =
        catchThrowableOfType(AwsServiceException.class, () -> aws.kinesis().listStreams());

    assertThat(events.awsErrorDetails().errorCode()).isEqualTo("UnknownOperationException");
    assertThat(events).hasMessageContaining("CreateArchive");
    assertThat(sns.awsErrorDetails().errorCode()).isEqualTo("InvalidAction");
    assertThat(sns).hasMessageContaining("ListTopics");
    assertThat(kinesis.awsErrorDetails().errorCode()).isEqualTo("UnknownOperationException");
    assertThat(kinesis).hasMessageContaining("ListStreams");
  }

  @Test
  void unknownServicesAreNamed() throws Exception {
    HttpResponse<String> response =
        send(
            post("application/x-amz-json-1.0", "{}")
                .header("X-Amz-Target", "AmazonSQS.SendMessage"));

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body())
        .contains("UnknownOperationException")
        .contains("AmazonSQS.SendMessage");
  }

  @Test
  void aBodyThatCannotBeReadIsRefused() throws Exception {
    for (String body : new String[] {"", "{", "[]"}) {
      HttpResponse<String> response =
          send(
              post(JSON, body)
                  .header("X-Amz-Target", "Kinesis_20131202.PutRecords")
                  .header("Authorization", "any"));
      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(response.body()).contains("SerializationException");
    }
  }

  @Test
  void jsonAndCborRequestsAreAnsweredInKind() throws Exception {
    HttpResponse<String> json =
        send(
            post(JSON, "{\"StreamName\":\"missing\"}")
                .header("X-Amz-Target", "Kinesis_20131202.DescribeStreamSummary")
                .header("Authorization", "any"));

    assertThat(json.headers().firstValue("Content-Type")).contains(JSON);
    assertThat(json.body()).contains("\"__type\":\"ResourceNotFoundException\"");
  }

  @Test
  void theStubsThreadsHoldUpNoExit() {
    aws.sns().createTopic(r -> r.name("topic"));

    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(
            thread ->
                thread.getName().startsWith("aws-stub-")
                    || thread.getName().startsWith("HTTP-Dispatcher"))
        .isNotEmpty()
        .allMatch(Thread::isDaemon);
  }
}
