package io.github.dynamooutbox.operations.internal.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class PrivateDirectoryTest {
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void canBeReadByItsOwnerOnly(@TempDir Path parent) throws Exception {
    Path directory = parent.resolve("outbox-audit");

    PrivateDirectory.create(directory);
    PrivateDirectory.create(directory);

    assertThat(Files.getPosixFilePermissions(directory))
        .containsExactlyInAnyOrder(
            PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.OWNER_EXECUTE);
  }
}
