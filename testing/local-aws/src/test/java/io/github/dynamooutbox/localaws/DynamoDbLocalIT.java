package io.github.dynamooutbox.localaws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.dynamooutbox.testdynamodb.DynamoDbLocal;
import io.github.dynamooutbox.testdynamodb.internal.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class DynamoDbLocalIT {
  private static DynamoDbLocal server;
  private static DynamoDbClient dynamoDb;

  @BeforeAll
  static void start() {
    server = DynamoDbLocal.start();
    dynamoDb = LocalClients.dynamoDb(server.endpoint());
  }

  @AfterAll
  static void stop() {
    dynamoDb.close();
    server.close();
  }

  @Test
  void twoServersDoNotSeeEachOthersTables() {
    StreamTable.create(dynamoDb, "mine");
    try (DynamoDbLocal other = DynamoDbLocal.start();
        DynamoDbClient client = LocalClients.dynamoDb(other.endpoint())) {
      assertThat(client.listTables().tableNames()).isEmpty();
    }
  }

  @Test
  void closingEndsTheProcess() {
    DynamoDbLocal other = DynamoDbLocal.start();
    long pid = other.pid();
    assertThat(ProcessHandle.of(pid)).isPresent();

    other.close();

    assertThat(ProcessHandle.of(pid)).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void onlyThisMachineCanConnect() throws IOException {
    assertThat(ListeningSockets.addressesOf(server.endpoint().getPort()))
        .isNotEmpty()
        .isSubsetOf("0100007F", "0000000000000000FFFF00000100007F");
  }

  @Test
  void aServerThatCannotStartSaysWhy() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                ServerProcess.start(
                    "broken", List.of(), "", List.of("no.such.Main"), Duration.ofSeconds(30)))
        .withMessageContaining("no.such.Main");
  }

  /** The addresses at which a port of this machine listens, as Linux lists them. */
  private static final class ListeningSockets {
    private static final String LISTEN = "0A";

    private ListeningSockets() {}

    /**
     * In the kernel's form: hexadecimal words in the byte order of the machine, here little-endian.
     */
    static List<String> addressesOf(int port) throws IOException {
      List<String> addresses = new ArrayList<>();
      for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
        for (String line : Files.readAllLines(Path.of(table))) {
          String[] columns = line.trim().split("\\s+", -1);
          String[] local = columns[1].split(":", 2);
          if (columns[3].equals(LISTEN) && Integer.parseInt(local[1], 16) == port) {
            addresses.add(local[0]);
          }
        }
      }
      return addresses;
    }
  }
}
