package io.github.dynamooutbox.kcl.it;

import io.github.dynamooutbox.localaws.TestTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.opentest4j.TestAbortedException;

/** A Linux control group whose processes together get a part of a processor, as a container's. */
final class CpuQuota implements AutoCloseable {
  private static final Path CGROUPS = Path.of("/sys/fs/cgroup");
  private static final int PERIOD_MICROS = 100_000;

  private final Path group;

  /** Skips the test where no control group can be made. */
  CpuQuota(double processors) {
    boolean first = Files.exists(CGROUPS.resolve("cpu/cpu.cfs_quota_us"));
    Path parent = first ? CGROUPS.resolve("cpu") : CGROUPS;
    TestTool.CGROUP.require(
        Files.isWritable(parent.resolve("cgroup.procs")),
        parent + " cannot be written to",
        TestAbortedException::new);
    group = parent.resolve("outbox-" + ProcessHandle.current().pid());
    long quota = Math.round(processors * PERIOD_MICROS);
    try {
      Files.createDirectories(group);
      if (first) {
        Files.writeString(group.resolve("cpu.cfs_period_us"), Integer.toString(PERIOD_MICROS));
        Files.writeString(group.resolve("cpu.cfs_quota_us"), Long.toString(quota));
      } else {
        Files.writeString(group.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Words to put before a command, which then runs with this quota. */
  List<String> words() {
    return List.of(
        "/bin/sh", "-c", "echo $$ > " + group.resolve("cgroup.procs") + " && exec \"$@\"", "sh");
  }

  /** Only once its processes have ended. */
  @Override
  public void close() {
    try {
      Files.delete(group);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
