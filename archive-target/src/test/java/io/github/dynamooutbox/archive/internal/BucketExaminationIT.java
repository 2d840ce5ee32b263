package io.github.dynamooutbox.archive.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.aws.target.EnvelopeForm;
import io.github.dynamooutbox.aws.target.Sending;
import io.github.dynamooutbox.aws.target.TargetFindings;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.s3.S3Client;

/** What is found out about buckets. The real server has no settings of buckets: a stub has. */
class BucketExaminationIT {
  private final Findings found = new Findings();

  @Test
  void findsTheBucket() {
    examine(Buckets.SHARED.client(), Buckets.SHARED.create());
    assertThat(found.all).anyMatch(each -> each.startsWith("fine: is there: bucket "));
  }

  @Test
  void findsNoBucket() {
    examine(Buckets.SHARED.client(), "missing");
    assertThat(found.all).contains("NoSuchBucket");
  }

  @Test
  void advisesAgainstABucketThatIsOpenAndGrowsForEver() throws IOException {
    examineWithSettings(
        404, error("NoSuchPublicAccessBlockConfiguration"), error("NoSuchLifecycleConfiguration"));
    assertThat(found.all)
        .anyMatch(each -> each.startsWith("advise: does not block public access"))
        .anyMatch(each -> each.startsWith("advise: keeps everything for ever"));
  }

  @Test
  void advisesAgainstABucketWhosePublicAccessIsBlockedInPart() throws IOException {
    examineWithSettings(200, block("false"), rule("Disabled"));
    assertThat(found.all)
        .anyMatch(each -> each.startsWith("advise: does not block public access"))
        .anyMatch(each -> each.startsWith("advise: keeps everything for ever"));
  }

  @Test
  void findsABucketThatIsClosedAndHasARule() throws IOException {
    examineWithSettings(200, block("true"), rule("Enabled"));
    assertThat(found.all).contains("fine: is closed to the public", "fine: has a life-cycle rule");
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
    new BucketExamination(config, found).run(client);
  }

  private static final class Findings implements TargetFindings {
    final List<String> all = new ArrayList<>();

    @Override
    public void fine(String fact) {
      all.add("fine: " + fact);
    }

    @Override
    public void advise(String fact, String remedy) {
      all.add("advise: " + fact);
    }

    @Override
    public void unchecked(String fact, String remedy) {
      all.add("unchecked: " + fact);
    }

    @Override
    public void wrong(String fact, String remedy) {
      all.add("wrong: " + fact);
    }

    @Override
    public void look(String right, Runnable look) {
      try {
        look.run();
      } catch (AwsServiceException e) {
        all.add(e.awsErrorDetails().errorCode());
      }
    }
  }
}
