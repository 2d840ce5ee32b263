package io.github.dynamooutbox.archive.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.archive.internal.ArchiveConfig.BucketExamination;
import io.github.dynamooutbox.aws.examine.Examination;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.S3Client;

/** The examination of buckets. A stub has the settings that the real server lacks. */
class BucketExaminationIT {
  private final Examination examination = new Examination();

  @Test
  void findsTheBucket() {
    examine(Buckets.SHARED.client(), Buckets.SHARED.create());
    assertThat(found()).anyMatch(each -> each.startsWith("FINE: is there: bucket "));
  }

  @Test
  void findsNoBucket() {
    examine(Buckets.SHARED.client(), "missing");
    assertThat(found()).contains("WRONG: does not exist here");
  }

  @Test
  void advisesAgainstABucketThatIsOpenAndGrowsForEver() throws IOException {
    examineWithSettings(
        404, error("NoSuchPublicAccessBlockConfiguration"), error("NoSuchLifecycleConfiguration"));
    assertThat(found())
        .anyMatch(each -> each.startsWith("ADVICE: does not block public access"))
        .anyMatch(each -> each.startsWith("ADVICE: keeps everything forever"));
  }

  @Test
  void advisesAgainstABucketWhosePublicAccessIsBlockedInPart() throws IOException {
    examineWithSettings(200, block("false"), rule("Disabled"));
    assertThat(found())
        .anyMatch(each -> each.startsWith("ADVICE: does not block public access"))
        .anyMatch(each -> each.startsWith("ADVICE: keeps everything forever"));
  }

  @Test
  void findsABucketThatIsClosedAndHasARule() throws IOException {
    examineWithSettings(200, block("true"), rule("Enabled"));
    assertThat(found()).contains("FINE: blocks public access", "FINE: has a life-cycle rule");
  }

  private static String error(String code) {
    return "<Error><Code>%s</Code><Message>none</Message></Error>".formatted(code);
  }

  private static String block(String policy) {
    return """
    <PublicAccessBlockConfiguration><BlockPublicAcls>true</BlockPublicAcls>
    <IgnorePublicAcls>true</IgnorePublicAcls><BlockPublicPolicy>%s</BlockPublicPolicy>
    <RestrictPublicBuckets>true</RestrictPublicBuckets></PublicAccessBlockConfiguration>
    """
        .formatted(policy);
  }

  private static String rule(String status) {
    return """
    <LifecycleConfiguration><Rule><ID>a</ID><Status>%s</Status><Filter/>
    <Expiration><Days>365</Days></Expiration></Rule></LifecycleConfiguration>
    """
        .formatted(status);
  }

  private void examineWithSettings(int status, String block, String lifecycle) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String query = String.valueOf(exchange.getRequestURI().getQuery());
          String answer =
              query.contains("publicAccessBlock")
                  ? block
                  : query.contains("lifecycle") ? lifecycle : "";
          byte[] body = answer.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(
              body.length == 0 ? 200 : status, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    try (S3Client client =
        AwsUnderTest.configure(S3Client.builder().forcePathStyle(true), endpoint).build()) {
      examine(client, "orders");
    } finally {
      server.stop(0);
    }
  }

  private void examine(S3Client client, String bucket) {
    Sending sending =
        new Sending(false, EnvelopeForm.CLOUDEVENT, new BatchLimits(500, 1 << 20, 1), 1 << 20);
    ArchiveConfig config = new ArchiveConfig("archive", bucket, "events/", sending);
    new BucketExamination(config, examination.about("archive")).run(client);
  }

  private List<String> found() {
    return examination.findings().stream()
        .map(finding -> finding.verdict() + ": " + finding.fact())
        .toList();
  }
}
