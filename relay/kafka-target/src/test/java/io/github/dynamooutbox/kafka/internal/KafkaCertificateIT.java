package io.github.dynamooutbox.kafka.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.kafka.internal.Authentication.CertificateReference;
import io.github.dynamooutbox.localaws.LocalKafka;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a broker with its own certificate authority that requires client certificates. */
class KafkaCertificateIT {
  private static final String PASSWORD = "changeit";

  @TempDir private static Path directory;

  private static LocalKafka broker;
  private static String brokers;
  private static Map<String, String> relay;
  private static Map<String, String> stranger;

  @BeforeAll
  static void start() throws Exception {
    brokers = certificate("broker").get("certificate");
    relay = certificate("relay");
    stranger = certificate("stranger");
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    for (String name : List.of("broker", "relay")) {
      trusted.setCertificateEntry(name, store(name).getCertificate(name));
    }
    try (var out = Files.newOutputStream(directory.resolve("trusted"))) {
      trusted.store(out, PASSWORD.toCharArray());
    }
    broker =
        LocalKafka.start(
            Map.of(
                "listener.security.protocol.map",
                "PLAINTEXT:SSL,CONTROLLER:PLAINTEXT",
                "ssl.client.auth",
                "required",
                "ssl.keystore.location",
                directory.resolve("broker").toString(),
                "ssl.keystore.password",
                PASSWORD,
                "ssl.truststore.location",
                directory.resolve("trusted").toString(),
                "ssl.truststore.password",
                PASSWORD));
    try (Admin admin = settings(relay, true).admin()) {
      admin.createTopics(List.of(new NewTopic("orders", 1, (short) 1))).all().get();
    }
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void publishesWithItsCertificateByTheBrokersAuthority() throws InterruptedException {
    assertThat(publish(settings(relay, true))).isEqualTo(BatchOutcome.all(1, Published.INSTANCE));
  }

  @Test
  void retriesWithoutQuotingTheKeyIfTheCertificateIsRefused() throws InterruptedException {
    assertThat(publish(settings(stranger, true)).toString())
        .contains("Retry[code=SslAuthenticationException")
        .contains("correct the relay's credentials or certificate")
        .doesNotContain("PRIVATE KEY");
  }

  @Test
  void sendsNothingToABrokerWhoseAuthorityItDoesNotKnow() throws InterruptedException {
    assertThat(publish(settings(relay, false)).toString())
        .contains("Retry[code=SslAuthenticationException");
  }

  private static BatchOutcome publish(KafkaSettings settings) throws InterruptedException {
    try (ProducerLink link = new ProducerLink(settings::producer)) {
      KafkaEntry entry = KafkaEntry.structured("key", "{}".getBytes(StandardCharsets.UTF_8));
      return new ProduceRequest("orders", link.producer().orElseThrow(), link).send(List.of(entry));
    }
  }

  private static KafkaSettings settings(Map<String, String> certificate, boolean knowsBroker) {
    Map<String, String> credentials = new TreeMap<>(certificate);
    if (knowsBroker) {
      credentials.put("authorities", brokers);
    }
    Sending sending =
        new Sending(true, EnvelopeForm.CLOUDEVENT, new BatchLimits(500, 1 << 20, 8), 1 << 20);
    Credentials reference = new Fixed(new JsonMapper().valueToTree(credentials).toString());
    Cluster cluster =
        new Cluster(List.of(broker.bootstrapServer()), true, new CertificateReference(reference));
    return new KafkaSettings(
        new KafkaConfig("log", "orders", cluster, sending), Duration.ofSeconds(20));
  }

  /** A self-signed certificate and its key, both in PEM. */
  private static Map<String, String> certificate(String name) throws Exception {
    List<String> keytool = new ArrayList<>();
    keytool.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    keytool.addAll(List.of("-genkeypair", "-alias", name, "-keyalg", "EC", "-dname", "CN=" + name));
    keytool.addAll(List.of("-ext", "SAN=ip:127.0.0.1", "-storetype", "PKCS12"));
    keytool.addAll(List.of("-keystore", directory.resolve(name).toString()));
    keytool.addAll(List.of("-storepass", PASSWORD, "-validity", "2"));
    Process process =
        new ProcessBuilder(keytool)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve(name + ".log").toFile())
            .start();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    KeyStore store = store(name);
    return Map.of(
        "certificate",
        pem("CERTIFICATE", store.getCertificate(name).getEncoded()),
        "privateKey",
        pem("PRIVATE KEY", store.getKey(name, PASSWORD.toCharArray()).getEncoded()));
  }

  private static KeyStore store(String name) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(directory.resolve(name))) {
      store.load(in, PASSWORD.toCharArray());
    }
    return store;
  }

  private static String pem(String what, byte[] der) {
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(what, Base64.getMimeEncoder().encodeToString(der));
  }
}
