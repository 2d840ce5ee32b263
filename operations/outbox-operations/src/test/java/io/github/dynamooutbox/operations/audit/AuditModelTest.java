package io.github.dynamooutbox.operations.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.operations.audit.AuditReport.Counts;
import io.github.dynamooutbox.operations.audit.AuditWorld.Due;
import io.github.dynamooutbox.operations.audit.AuditWorld.Flaw;
import io.github.dynamooutbox.relay.Routing;
import io.github.dynamooutbox.relay.route.Rule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Audits in random histories; {@code -Doutbox.audit.seeds=N} tries so many. */
class AuditModelTest {
  private static final int SEEDS = Integer.getInteger("outbox.audit.seeds", 100);
  private static final int SEEDS_OF_FLAWS = 300;

  /** So little that the files of an audit are divided. */
  private static final long FEW_BYTES = 4_096;

  @TempDir Path directory;

  @Test
  void saysMissingOfWhatIsLostAndOfNothingElse() {
    for (long seed = 0; seed < SEEDS; seed++) {
      assertThat(problems(seed, Flaw.NONE)).as("seed %d", seed).isEmpty();
    }
  }

  /** Nobody says how far the relay is, and a shard of it may stand still. */
  @Test
  void callsNothingMissingThatTheStreamMayStillHold() {
    for (long seed = 0; seed < SEEDS; seed++) {
      AuditWorld world = new AuditWorld(seed, Flaw.NONE);
      world.runFor(Duration.ofHours(3));
      List<Missing> missing = new ArrayList<>();

      AuditReport report = audit(world, Optional.empty(), missing);

      assertThat(report.missing()).as("seed %d", seed).isZero();
      assertThat(missing).as("seed %d", seed).allMatch(Missing::unproven);
      assertThat(dues(missing)).as("seed %d", seed).containsAll(world.lost);
      assertThat(report.unproven()).as("seed %d", seed).isEqualTo(dues(missing).size());
    }
  }

  @Test
  void saysMissingOfWhatTheStreamDoesNotHoldAnyMore() {
    for (long seed = 0; seed < SEEDS; seed++) {
      AuditWorld world = new AuditWorld(seed, Flaw.NONE);
      world.runFor(Duration.ofHours(3));
      world.freeze();
      world.runFor(Duration.ofHours(24));

      List<Missing> missing = new ArrayList<>();
      audit(world, Optional.empty(), missing);
      missing.removeIf(Missing::unproven);

      assertThat(dues(missing)).as("seed %d", seed).containsAll(world.lost);
    }
  }

  private static Set<Due> dues(List<Missing> missing) {
    Set<Due> dues = new HashSet<>();
    for (Missing each : missing) {
      for (String target : each.targets()) {
        dues.add(new Due(each.event().record(), each.event().index(), target));
      }
    }
    return dues;
  }

  /** A relay or a table that does one step wrong is noticed, so these histories can fail. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void noticesWhereReceiptsAndQueuesDoNotKeepTheirPromises(Flaw flaw) {
    assertThat(
            Stream.iterate(0L, seed -> seed < SEEDS_OF_FLAWS, seed -> seed + 1)
                .filter(seed -> !problems(seed, flaw).isEmpty())
                .findFirst())
        .isPresent();
  }

  private List<String> problems(long seed, Flaw flaw) {
    AuditWorld world = new AuditWorld(seed, flaw);
    world.runFor(Duration.ofSeconds(3_600 + world.random.nextInt(7_200)));
    boolean isFrozen = world.random.nextInt(3) == 0;
    if (isFrozen) {
      world.freeze();
    }
    Set<Due> lostBefore = Set.copyOf(world.lost);
    Instant reached = world.oldestInStream().orElse(world.instant());
    List<Missing> missing = new ArrayList<>();
    AuditReport report = audit(world, Optional.of(reached), missing);
    List<String> problems = new ArrayList<>();
    Set<Due> said = new HashSet<>();
    for (Missing each : missing) {
      for (String target : each.targets()) {
        Due due = new Due(each.event().record(), each.event().index(), target);
        if (!each.unproven()) {
          said.add(due);
          if (!world.lost.contains(due)) {
            problems.add("false alarm: " + due);
          }
        }
      }
    }
    for (Due due : lostBefore) {
      boolean isInRange =
          world.committed().stream()
              .filter(each -> each.key().equals(due.record()))
              .map(each -> each.record().context().writtenAt())
              .anyMatch(at -> at.isBefore(report.to()) && at.isBefore(reached));
      if (isInRange && world.lost.contains(due) && !said.contains(due)) {
        problems.add("not found: " + due);
      }
    }
    report
        .targets()
        .forEach(
            (target, counts) -> {
              if (counts.committed() != sum(counts)) {
                problems.add(target + " does not add up: " + counts);
              }
            });
    if (isFrozen) {
      problems.addAll(miscounted(world, report));
    }
    return problems;
  }

  /** While nothing moves, the numbers are those of the world. */
  private static List<String> miscounted(AuditWorld world, AuditReport report) {
    List<String> problems = new ArrayList<>();
    report
        .targets()
        .forEach(
            (target, counts) -> {
              long out = 0;
              long lost = 0;
              for (AuditCommits.Commit commit : world.committed()) {
                boolean isInRange = commit.record().context().writtenAt().isBefore(report.to());
                for (int i = 0; isInRange && i < commit.record().events().size(); i++) {
                  Due due = new Due(commit.key(), i, target);
                  boolean isOpen = !world.isInStream(due) && !world.isParked(due);
                  lost += isOpen && world.lost.contains(due) ? 1 : 0;
                  out +=
                      isOpen && world.out.contains(due) && !world.published.contains(due) ? 1 : 0;
                }
              }
              if (lost != counts.missing()) {
                problems.add(target + ": " + lost + " are lost, not " + counts);
              }
              if (out > counts.letOut() + counts.unproven()) {
                problems.add(target + ": " + out + " were let out, not " + counts);
              }
            });
    return problems;
  }

  private static long sum(Counts counts) {
    return counts.published()
        + counts.parked()
        + counts.letOut()
        + counts.missing()
        + counts.unproven();
  }

  private AuditReport audit(AuditWorld world, Optional<Instant> reached, List<Missing> missing) {
    AuditRequest request =
        new AuditRequest(
            AuditWorld.START,
            world.instant(),
            Duration.ofMinutes(2),
            Duration.ofSeconds(90),
            reached,
            Duration.ofDays(7),
            AuditWorld.parts(),
            directory.resolve("audit"));
    List<Rule> rules =
        List.of(
            Rule.dropping("{\"type\":[\"Noise\"]}"),
            Rule.matching("{\"type\":[\"Odd\"]}", "bus"),
            Rule.matching("{\"type\":[\"Placed\",\"Paid\"]}", "bus", "new"));
    Audit.Subject subject =
        new Audit.Subject(
            "orders",
            AuditWorld.CODEC,
            new Routing(rules),
            List.of("bus", "new"),
            Set.of(),
            2,
            world.committed().size() % 8 == 0 ? FEW_BYTES : OutboxAudit.BYTES_AT_ONCE);
    try {
      return new Audit(world.sources(), subject, request, world, world::runFor, AuditProgress.NONE)
          .run(Runnable::run, missing::add);
    } finally {
      delete(directory.resolve("audit"));
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
