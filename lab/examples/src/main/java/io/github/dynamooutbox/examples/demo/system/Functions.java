package io.github.dynamooutbox.examples.demo.system;

import io.github.dynamooutbox.archive.ArchiveFactory;
import io.github.dynamooutbox.kafka.KafkaFactory;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import software.amazon.awssdk.arns.Arn;
import software.amazon.awssdk.crtcore.CrtConfigurationUtils;
import software.amazon.awssdk.protocols.xml.AwsXmlProtocolFactory;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Creates the functions of the packaged jar, all with the same configuration.
 *
 * @param jar the packaged jar
 * @param callTimeout time after which a call of a target counts as failed
 * @param output receives the functions' logs
 */
public record Functions(
    Path jar, Endpoints aws, Resources resources, Duration callTimeout, Consumer<String> output) {
  private static final String PACKAGE = "io.github.dynamooutbox.lambda.";
  private static final int MEGABYTES = 1024;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Their configuration, as JSON. */
  String document() {
    return RelayDocument.of(resources, RelayDocument.Host.LAMBDA, callTimeout);
  }

  /** Creates a function; its process is not started yet. */
  LambdaProcess function(String name, String handler) {
    List<Path> classPath = new ArrayList<>();
    classPath.add(jar);
    classPath.addAll(Layers.of(resources.targets()));
    var process =
        LambdaProcess.builder(PACKAGE + handler + "::handleRequest", classPath.toArray(new Path[0]))
            .name(name)
            .memory(MEGABYTES)
            .timeout(TIMEOUT)
            .environment("OUTBOX_CONFIG", document())
            .output(output);
    aws.environment().forEach(process::environment);
    return process.build();
  }

  /** The additional jars that a relay needs for its targets, which a function has in layers. */
  static final class Layers {
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
}
