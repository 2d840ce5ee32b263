package io.github.dynamooutbox.aws.targets;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;

class AwsPlaceTest {
  @ParameterizedTest
  @MethodSource("software.amazon.awssdk.regions.Region#regions")
  void knowsThePartitionOfEveryRegionThatTheSdkKnows(Region region) {
    assertThat(AwsPlace.partitionOf(region.id())).isEqualTo(PartitionMetadata.of(region).id());
  }
}
