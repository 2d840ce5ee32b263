package io.github.dynamooutbox.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.localaws.FakeDynamoDb;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import io.github.dynamooutbox.operations.audit.CommittedEvent;
import io.github.dynamooutbox.operations.audit.Missing;
import io.github.dynamooutbox.operations.internal.read.ReadRate;
import io.github.dynamooutbox.operations.operate.OperatorException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** What the planner takes of an audit, and where it works. */
class MissingPlannerInputTest {
  private static final Set<String> TARGETS = Set.of("bus", "audit");

  @TempDir Path directory;

  @Test
  void countsForEachTargetWhatIsGone() {
    assertThat(plan(Optional.empty(), gone(false, "bus", "audit")).gone()).isEqualTo(2);
  }

  @Test
  void doesNotCountWhatOtherTargetsMiss() {
    ReplayPlan plan = plan(Optional.of("bus"), gone(false, "audit"));

    assertThat(plan.gone()).isZero();
    assertThat(plan.notConfigured()).isZero();
  }

  /** The relay may have published it before its record expired. */
  @Test
  void leavesOutWhatIsUnprovenAlsoIfItsRecordIsGone() {
    assertThat(plan(Optional.empty(), gone(true, "bus")).gone()).isZero();
  }

  @Test
  void countsTargetsThatAreNotConfiguredAnyMore() {
    assertThat(plan(Optional.empty(), gone(false, "old")).notConfigured()).isEqualTo(1);
  }

  @Test
  void refusesMoreTargetsThanItDistinguishes() {
    Set<String> many =
        IntStream.range(0, 64).mapToObj(number -> "t" + number).collect(Collectors.toSet());

    assertThatThrownBy(() -> planner(many, Optional.empty(), new Planner(directory, none(), many)))
        .isInstanceOf(OperatorException.class)
        .hasMessageContaining("at most 63 targets, but the configuration has 64");
  }

  /** {@code /dev/full} is a disk without room. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void saysThatTheDiskIsFullAndLeavesNothingThere() throws IOException {
    Files.createSymbolicLink(directory.resolve("read-events"), Path.of("/dev/full"));
    Missing missing = new Missing(event(), List.of("bus"), false, false);

    try (Planner plan = new Planner(directory, none(), TARGETS)) {
      assertThatThrownBy(
              () -> {
                try (MissingPlanner planner = planner(TARGETS, Optional.empty(), plan)) {
                  planner.add(missing);
                  planner.endOfPart();
                  planner.plan(control().receiptReader(), "the control table");
                }
              })
          .isInstanceOf(OperatorException.class)
          .hasMessageContaining("read-events: cannot be used (No space left on device)");
    }

    Files.delete(directory.resolve("replay.jsonl"));
    assertThat(directory).isEmptyDirectory();
  }

  private ReplayPlan plan(Optional<String> only, Missing missing) {
    try (Planner plan = new Planner(directory, none(), TARGETS)) {
      try (MissingPlanner planner = planner(TARGETS, only, plan)) {
        planner.add(missing);
        planner.endOfPart();
        planner.plan(control().receiptReader(), "the control table");
      }
      return plan.finish("orders", true);
    }
  }

  private MissingPlanner planner(Set<String> targets, Optional<String> only, Planner plan) {
    return new MissingPlanner(
        new SourceRecords(new OneRecord(), StoredRecords.TABLE, Runnable::run),
        targets,
        only,
        plan,
        AuditProgress.NONE,
        new ReadRate(0, () -> false),
        directory,
        MissingPlanner.BYTES_AT_ONCE);
  }

  private static Missing gone(boolean unproven, String... targets) {
    return new Missing(event(), List.of(targets), unproven, true);
  }

  private static CommittedEvent event() {
    return new CommittedEvent(
        StoredRecords.key(1), 0, "e-1", "Changed", StoredRecords.WRITTEN, StoredRecords.WRITTEN);
  }

  private static ParkedLanes none() {
    return new ParkedLanes(control(), "the control table");
  }

  private static ControlTable control() {
    return ControlTable.builder(new OneRecord(), "control", "orders", Runnable::run).build();
  }

  /** The table has a record, and the control table nothing. */
  private static final class OneRecord implements FakeDynamoDb {
    @Override
    public QueryResponse query(QueryRequest request) {
      return QueryResponse.builder()
          .items(request.tableName().equals("orders") ? List.of(StoredRecords.item(1)) : List.of())
          .consumedCapacity(units -> units.capacityUnits(1.0))
          .build();
    }
  }
}
