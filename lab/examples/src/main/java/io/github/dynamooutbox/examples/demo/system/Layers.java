package io.github.dynamooutbox.examples.demo.system;

import io.github.dynamooutbox.archive.ArchiveFactory;
import io.github.dynamooutbox.kafka.KafkaFactory;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import software.amazon.awssdk.arns.Arn;
import software.amazon.awssdk.crtcore.CrtConfigurationUtils;
import software.amazon.awssdk.protocols.xml.AwsXmlProtocolFactory;
import software.amazon.awssdk.services.s3.S3Client;

/** The additional jars that a relay needs for its targets, which a function has in layers. */
final class Layers {
  private static final List<Class<?>> KAFKA = List.of(KafkaFactory.class, KafkaProducer.class);
  private static final List<Class<?>> ARCHIVE =
      List.of(
          ArchiveFactory.class,
          S3Client.class,
          AwsXmlProtocolFactory.class,
          Arn.class,
          CrtConfigurationUtils.class);

  private Layers() {}

  /** The jars; none for targets that are built in. */
  static List<Path> of(Set<DemoTarget> targets) {
    return Stream.concat(
            targets.contains(DemoTarget.KAFKA) ? KAFKA.stream() : Stream.empty(),
            targets.contains(DemoTarget.ARCHIVE) ? ARCHIVE.stream() : Stream.empty())
        .map(Layers::jar)
        .toList();
  }

  private static Path jar(Class<?> inIt) {
    try {
      return Path.of(inIt.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
