package io.github.dynamooutbox.operations.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.relay.Routing;
import io.github.dynamooutbox.relay.route.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An audit that ends before its time, and goes on. */
class AuditResumeTest {
  private static final int PARTS = 4;

  @TempDir Path temporary;

  private final AuditWorld world = new AuditWorld(7, AuditWorld.Flaw.NONE);
  private final List<Missing> expected = new ArrayList<>();
  private AuditReport whole;

  @BeforeEach
  void audit() {
    world.runFor(Duration.ofHours(3));
    world.freeze();
    whole = run("whole", Integer.MAX_VALUE, expected);
    assertThat(expected).isNotEmpty();
  }

  @Test
  void findsTheSameAfterAnInterruption() {
    assertStops(() -> run("stopped", 5, new ArrayList<>()), "the scan was interrupted");
    assertThat(AuditRequest.interrupted(temporary.resolve("stopped")))
        .isEqualTo(request("stopped"));
    assertStops(() -> run("stopped", 3, new ArrayList<>()), "the scan was interrupted");

    List<Missing> found = new ArrayList<>();
    assertThat(run("stopped", Integer.MAX_VALUE, found)).isEqualTo(whole);

    assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(temporary.resolve("stopped")).isEmptyDirectory();
  }

  /** What was written since the state was noted is read again, and counts once. */
  @Test
  void findsTheSameAfterACrash() throws IOException {
    assertStops(() -> run("crashed", 3, new ArrayList<>()), "the scan was interrupted");
    Path state = temporary.resolve("crashed").resolve("audit.properties");
    byte[] noted = Files.readAllBytes(state);
    assertStops(() -> run("crashed", 9, new ArrayList<>()), "the scan was interrupted");
    Files.write(state, noted);

    List<Missing> found = new ArrayList<>();
    assertThat(run("crashed", Integer.MAX_VALUE, found)).isEqualTo(whole);

    assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
  }

  /** A million events without a receipt take an hour. */
  @Test
  void canBeStoppedWhileItLooksAgainAtWhatHasNoReceipt() {
    assertStops(
        () -> run(stoppedAt("events without a receipt checked again")),
        "the audit was interrupted");

    List<Missing> found = new ArrayList<>();
    assertThat(run("stopped", Integer.MAX_VALUE, found)).isEqualTo(whole);
    assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static void assertStops(ThrowingCallable audit, String message) {
    assertThatThrownBy(audit).isInstanceOf(CancellationException.class).hasMessage(message);
  }

  private static AuditProgress stoppedAt(String step) {
    return new AuditProgress() {
      private boolean isThere;

      @Override
      public void at(String what, long done, long about) {
        isThere |= what.equals(step) && done == 2;
      }

      @Override
      public boolean isStopWanted() {
        return isThere;
      }
    };
  }

  @Test
  void doesNotGoOnWithAnotherAudit() {
    assertStops(() -> run("stopped", 5, new ArrayList<>()), "the scan was interrupted");
    AuditRequest other =
        new AuditRequest(
            AuditWorld.START.plusSeconds(1),
            world.instant(),
            Duration.ZERO,
            Duration.ZERO,
            Optional.empty(),
            Duration.ofDays(7),
            PARTS,
            temporary.resolve("stopped"));

    assertThatThrownBy(() -> run(other, Integer.MAX_VALUE, new ArrayList<>()))
        .isInstanceOf(OperatorException.class)
        .hasMessageContaining("contains an audit with from");
  }

  private AuditReport run(String directory, int tells, List<Missing> missing) {
    return run(request(directory), tells, missing);
  }

  private AuditRequest request(String directory) {
    return new AuditRequest(
        AuditWorld.START,
        world.instant(),
        Duration.ZERO,
        Duration.ZERO,
        Optional.of(world.instant()),
        Duration.ofDays(7),
        PARTS,
        temporary.resolve(directory));
  }

  /** Stops after so many pages. */
  private AuditReport run(AuditRequest request, int tells, List<Missing> missing) {
    AuditProgress progress =
        new AuditProgress() {
          private int left = tells;

          @Override
          public void at(String step, long done, long about) {
            left--;
          }

          @Override
          public boolean isStopWanted() {
            return left <= 0;
          }
        };
    return run(request, progress, missing);
  }

  private AuditReport run(AuditProgress progress) {
    return run(request("stopped"), progress, new ArrayList<>());
  }

  private AuditReport run(AuditRequest request, AuditProgress progress, List<Missing> missing) {
    Audit.Subject subject =
        new Audit.Subject(
            "orders",
            AuditWorld.CODEC,
            new Routing(List.of(Rule.all("bus", "new"))),
            List.of("bus", "new"),
            Set.of(),
            2,
            OutboxAudit.BYTES_AT_ONCE);
    return new Audit(world.sources(), subject, request, world, pause -> {}, progress)
        .run(Runnable::run, missing::add);
  }
}
