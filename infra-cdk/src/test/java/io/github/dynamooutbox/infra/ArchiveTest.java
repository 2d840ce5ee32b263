package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.s3.Bucket;

/** Targets of type {@code s3}: the bucket, what the relay may do there, and its layer. */
@NeedsNode
class ArchiveTest {
  private static final Synthesised EXAMPLE = Synthesised.of("archive");
  private static final String LAYER = "AWS::Lambda::LayerVersion";

  @Test
  void makesABucketThatIsClosedVersionedAndStays() {
    JsonNode bucket = bucket(EXAMPLE);
    JsonNode properties = bucket.path("Properties");
    assertThat(properties.path("BucketName").asText()).isEqualTo("example-orders-archive");
    assertThat(properties.path("PublicAccessBlockConfiguration"))
        .hasSize(4)
        .allMatch(JsonNode::asBoolean);
    assertThat(properties.at("/VersioningConfiguration/Status").asText()).isEqualTo("Enabled");
    assertThat(encryption(properties).path("SSEAlgorithm").asText()).isEqualTo("AES256");
    assertThat(bucket.path("DeletionPolicy").asText()).isEqualTo("RetainExceptOnCreate");
  }

  /** What the layer brings to the stack is not what its life cycle says: it says what is asked. */
  @Test
  void movesAndRemovesObjectsWhenItIsTold() {
    assertThat(rules(EXAMPLE))
        .singleElement()
        .satisfies(
            rule -> {
              assertThat(rule.path("ExpirationInDays").asInt()).isEqualTo(3650);
              assertThat(rule.at("/Transitions/0/StorageClass").asText()).isEqualTo("GLACIER_IR");
              assertThat(rule.at("/Transitions/0/TransitionInDays").asInt()).isEqualTo(90);
              assertThat(rule.at("/NoncurrentVersionExpiration/NoncurrentDays").asInt())
                  .isEqualTo(30);
            });
  }

  @Test
  void keepsEventsForEverUnlessItIsTold() {
    assertThat(rules(Choices.of("archive")))
        .singleElement()
        .satisfies(
            rule -> {
              assertThat(rule.has("ExpirationInDays")).isFalse();
              assertThat(rule.has("Transitions")).isFalse();
              assertThat(rule.path("ExpiredObjectDeleteMarker").asBoolean()).isTrue();
            });
  }

  @Test
  void makesABucketWithACustomerKeyWhereItIsNamed() {
    JsonNode encryption = encryption(bucket(Choices.of("archive")).path("Properties"));
    assertThat(encryption.path("SSEAlgorithm").asText()).isEqualTo("aws:kms");
    assertThat(encryption.path("KMSMasterKeyID").asText()).isEqualTo(Choices.KEY);
  }

  @Test
  void letsTheRelayPutObjectsBelowItsPrefixAndNothingElse() {
    for (String role : List.of("LambdaRelay", "RedriverRedrive")) {
      assertThat(RenderedRights.of(EXAMPLE).get(role))
          .contains("may s3:PutObject\n  on Targetsarchive.Arn/events/*\n")
          .contains("may s3:PutObject\n  on arn:aws:s3:::example-company-archive/orders/*\n")
          .contains(
              "may kms:GenerateDataKey\n  on "
                  + "arn:aws:kms:eu-west-1:111122223333:key/12345678-1234-1234-1234-123456789012\n")
          .doesNotContain("s3:GetObject", "s3:Delete");
    }
  }

  @Test
  void tellsTheRelayTheBucketsArn() {
    String environment = EXAMPLE.function(LambdaRelay.HANDLER).path("Environment").toString();
    assertThat(environment).contains("bucketArn").doesNotContain("bucketName", "kmsKeyArn");
  }

  @Test
  void addsTheLayerToBothFunctionsAndToNoOther() {
    String layer = EXAMPLE.resources(LAYER).map(Map.Entry::getKey).toList().get(0);
    assertThat(EXAMPLE.properties("AWS::Lambda::Function"))
        .filteredOn(each -> each.has("Layers"))
        .hasSize(2)
        .allSatisfy(each -> assertThat(each.at("/Layers/0/Ref").asText()).isEqualTo(layer))
        .extracting(each -> each.path("Handler").asText())
        .containsExactlyInAnyOrder(LambdaRelay.HANDLER, Redriver.HANDLER);
    assertThat(EXAMPLE.properties(LAYER)).hasSize(1);
  }

  @Test
  void needsNoLayerForOtherTargets() {
    assertThat(Synthesised.of("bus-only").properties(LAYER)).isEmpty();
  }

  /** The alias runs a version: one that is not new has the old layer. */
  @Test
  void makesANewVersionForAnotherLayer(@TempDir Path directory) throws IOException {
    assertThat(version(layer(directory, "a"))).isEqualTo(version(layer(directory, "a")));
    assertThat(version(layer(directory, "a"))).isNotEqualTo(version(layer(directory, "b")));
  }

  @Test
  void saysWhichLayerIsMissing() {
    RelayArtifacts some = Synthesised.artifacts();
    RelayArtifacts without =
        new RelayArtifacts(some.functions(), some.heartbeat(), some.service(), Map.of());
    assertThat(
            Problems.of(() -> new OutboxStack(new App(), Synthesised.config("archive"), without)))
        .containsExactly(
            "targets: there is no layer of archive-target; build or install archive-target, or"
                + " give the layer to RelayArtifacts");
  }

  @Test
  void takesABucketOfTheSameApp() throws IOException {
    App app = new App();
    Stack stack = new Stack(app, "Shop");
    new DynamoOutbox(
        stack,
        "Outbox",
        DynamoOutboxProps.builder()
            .artifacts(Synthesised.artifacts())
            .tableName("shop")
            .target("archive", new Bucket(stack, "Archive"))
            .set("targets.archive.prefix", "shop/")
            .route("archive")
            .build());
    assertThat(RenderedRights.of(Synthesised.of(app, stack)).get("OutboxLambdaRelay"))
        .contains("may s3:PutObject\n  on Archive.Arn/shop/*\n");
  }

  /** The image gets the layer's jars, except those that the service has anyway. */
  @Test
  void putsTheLayersJarsIntoTheImage(@TempDir Path directory) throws IOException {
    Path service = directory.resolve("service");
    Path lib = Files.createDirectories(service.resolve("target/service/lib"));
    Files.writeString(lib.resolve("shared.jar"), "the service's");
    Files.writeString(service.resolve("Dockerfile"), "FROM scratch");
    Files.writeString(service.resolve(".dockerignore"), "*");
    Files.writeString(service.resolve("pom.xml"), "not for the image");
    Path layer = directory.resolve("layer.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(layer))) {
      for (String jar : List.of("java/lib/shared.jar", "java/lib/more.jar")) {
        zip.putNextEntry(new ZipEntry(jar));
        zip.write(jar.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      }
    }

    Path made = ServiceDirectory.with(service, List.of(layer));

    assertThat(made.resolve("target/service/lib/targets/more.jar")).hasContent("java/lib/more.jar");
    assertThat(made.resolve("target/service/lib/targets/shared.jar")).doesNotExist();
    assertThat(made.resolve("target/service/lib/shared.jar")).hasContent("the service's");
    assertThat(made.resolve("Dockerfile")).exists();
    assertThat(made.resolve("pom.xml")).doesNotExist();
  }

  private static Path layer(Path directory, String content) throws IOException {
    return Files.writeString(directory.resolve(content + ".zip"), content);
  }

  private static String version(Path layer) {
    RelayArtifacts some = Synthesised.artifacts();
    App app = new App();
    OutboxStack stack =
        new OutboxStack(
            app,
            Synthesised.config("archive"),
            new RelayArtifacts(
                some.functions(),
                some.heartbeat(),
                some.service(),
                Map.of("archive-target", Code.fromAsset(layer.toString()))));
    return Synthesised.of(app, stack).version();
  }

  private static JsonNode bucket(Synthesised stack) {
    return stack.first("AWS::S3::Bucket", "Targetsarchive");
  }

  private static JsonNode rules(Synthesised stack) {
    return bucket(stack).at("/Properties/LifecycleConfiguration/Rules");
  }

  private static JsonNode encryption(JsonNode bucket) {
    return bucket.at(
        "/BucketEncryption/ServerSideEncryptionConfiguration/0/ServerSideEncryptionByDefault");
  }
}
