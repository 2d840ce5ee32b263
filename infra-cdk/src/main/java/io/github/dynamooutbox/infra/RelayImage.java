package io.github.dynamooutbox.infra;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.ecr.IRepository;
import software.amazon.awscdk.services.ecr.Repository;
import software.amazon.awscdk.services.ecr.RepositoryAttributes;
import software.amazon.awscdk.services.ecr.assets.Platform;
import software.amazon.awscdk.services.ecs.AssetImageProps;
import software.amazon.awscdk.services.ecs.ContainerImage;
import software.constructs.Construct;

/** Where the service's image comes from. */
public final class RelayImage {
  /** Amazon ECR user guide: registries also have dual-stack and FIPS endpoints. */
  private static final Pattern ECR =
      Pattern.compile(
          "(?<account>\\d{12})\\.dkr[.-]ecr(-fips)?\\.(?<region>[a-z0-9-]+)\\.[a-z0-9.]+/"
              + "(?<name>[^:@]+)(?<tag>[:@].+)?");

  private RelayImage() {}

  /**
   * Built from {@code kcl-relay-service} when it is deployed: synthesis needs no Docker.
   *
   * @param directory holds the Dockerfile and what it copies
   */
  public static ContainerImage built(String directory) {
    return ContainerImage.fromAsset(
        directory, AssetImageProps.builder().platform(Platform.LINUX_ARM64).build());
  }

  /** The region of the registry, if that is ECR. */
  static Optional<String> region(String image) {
    return Optional.of(ECR.matcher(image)).filter(Matcher::matches).map(ecr -> ecr.group("region"));
  }

  /** An image that is in a registry; if that is ECR, the tasks get the permission to pull it. */
  static ContainerImage existing(Construct scope, String image) {
    Matcher ecr = ECR.matcher(image);
    if (!ecr.matches()) {
      return ContainerImage.fromRegistry(image);
    }
    IRepository repository =
        Repository.fromRepositoryAttributes(
            scope,
            "Repository",
            RepositoryAttributes.builder()
                .repositoryName(ecr.group("name"))
                .repositoryArn(
                    Stack.of(scope)
                        .formatArn(
                            ArnComponents.builder()
                                .service("ecr")
                                .region(ecr.group("region"))
                                .account(ecr.group("account"))
                                .resource("repository")
                                .resourceName(ecr.group("name"))
                                .build()))
                .build());
    String tag = ecr.group("tag");
    return ContainerImage.fromEcrRepository(repository, tag == null ? "latest" : tag.substring(1));
  }
}
