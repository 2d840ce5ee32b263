package io.github.dynamooutbox.examples.demo;

import io.github.dynamooutbox.examples.demo.check.Checker;
import io.github.dynamooutbox.examples.demo.check.Checker.Findings;
import io.github.dynamooutbox.examples.demo.check.Checker.ProjectionCheck;
import io.github.dynamooutbox.examples.demo.poison.OutageScript;
import io.github.dynamooutbox.examples.demo.poison.PoisonScript;
import io.github.dynamooutbox.examples.demo.report.ProgressDisplay;
import io.github.dynamooutbox.examples.demo.report.Screen;
import io.github.dynamooutbox.examples.demo.report.Summary;
import io.github.dynamooutbox.examples.demo.system.FaultScript;
import io.github.dynamooutbox.examples.demo.system.KeptSystem;
import io.github.dynamooutbox.examples.demo.system.ParkedBacklog;
import io.github.dynamooutbox.examples.demo.targets.WatchedTarget;
import io.github.dynamooutbox.examples.demo.targets.WatchedTarget.Acceptance;
import io.github.dynamooutbox.examples.demo.traffic.CommitLog;
import io.github.dynamooutbox.examples.demo.traffic.OrderTraffic;
import io.github.dynamooutbox.examples.orders.OrderService;
import io.github.dynamooutbox.examples.orders.OrderTotal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One run of the demo, from the first order to the verdict. */
final class DemoRun {
  private final DemoSettings settings;
  private final Screen screen;
  private final CommitLog log = new CommitLog();

  /** What happens after the last order. */
  private interface Ending {
    void finish() throws InterruptedException;
  }

  DemoRun(DemoSettings settings, Screen screen) {
    this.settings = settings;
    this.screen = screen;
  }

  /** Returns whether exactly what was committed was published, in order. */
  boolean isSound() throws InterruptedException {
    screen.replaceableLines(List.of("starting DynamoDB Local, the targets and the relay ..."));
    try (Stage stage = Stage.open(settings)) {
      Optional<FaultScript> faults = faults(stage);
      Optional<PoisonScript> poison = poison(stage);
      Optional<OutageScript> outage = outage(stage);
      OrderTraffic traffic =
          traffic(
              stage,
              () -> {
                faults.ifPresent(FaultScript::halfWay);
                poison.ifPresent(PoisonScript::halfWay);
                outage.ifPresent(OutageScript::halfWay);
              });
      faults.ifPresent(FaultScript::begin);
      poison.ifPresent(PoisonScript::begin);
      settle(
          stage,
          traffic,
          () -> {
            if (poison.isPresent()) {
              poison.get().finish();
            }
            if (outage.isPresent()) {
              outage.get().finish();
            }
          });
      if (settings.keep()) {
        keep(stage);
        stage.settle();
      }
      return report(stage, faults.map(FaultScript::counts).orElse(Map.of()), outage);
    }
  }

  /** Keeps the system up until Enter is pressed or, without a terminal, until Ctrl-C. */
  private void keep(Stage stage) throws InterruptedException {
    try (KeptSystem kept = stage.kept(settings.relayConfig())) {
      screen.lines(
          List.of(
              "",
              "The system stays up until you press Enter here; then follows what the targets have"
                  + " received.",
              "To operate it, in another terminal:"));
      screen.lines(kept.commandLine().stream().map("  "::concat).toList());
      if (System.in.read() < 0) {
        new CountDownLatch(1).await();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<FaultScript> faults(Stage stage) {
    return settings.faults()
        ? Optional.of(new FaultScript(stage.aws(), stage.relay(), settings.seed()))
        : Optional.empty();
  }

  private Optional<PoisonScript> poison(Stage stage) {
    return stage
        .parking()
        .filter(parking -> settings.poison())
        .map(
            parking ->
                new PoisonScript(
                    stage.aws().stub(), parking, screen, settings.orders(), settings.keep()));
  }

  private Optional<OutageScript> outage(Stage stage) {
    return stage
        .parking()
        .filter(parking -> settings.outage())
        .map(parking -> new OutageScript(stage.aws().stub(), parking, stage.relay(), screen));
  }

  private OrderTraffic traffic(Stage stage, Runnable halfWay) {
    return new OrderTraffic(service(stage), log, settings.orders(), settings.seed(), halfWay);
  }

  /** Orders come in and are relayed at the same time; this thread only watches. */
  private void settle(Stage stage, OrderTraffic traffic, Ending ending)
      throws InterruptedException {
    FutureTask<Void> story =
        new FutureTask<>(
            () -> {
              traffic.run();
              stage.settle();
              ending.finish();
              stage.settle();
              return null;
            });
    Thread thread = new Thread(story, "demo-story");
    thread.setDaemon(true);
    thread.start();
    ProgressDisplay progress =
        new ProgressDisplay(screen, settings.orders(), traffic, log, stage.targets());
    while (!isDone(story, progress.interval().toMillis())) {
      progress.show();
    }
    progress.show();
  }

  private static boolean isDone(FutureTask<Void> story, long millis) throws InterruptedException {
    try {
      story.get(millis, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private boolean report(Stage stage, Map<String, Long> faults, Optional<OutageScript> outage) {
    Checker checker = new Checker(log.records());
    Summary summary = new Summary(screen, log);
    List<Findings> all = new ArrayList<>();
    summary.head();
    for (WatchedTarget target : stage.targets().all()) {
      List<Acceptance> accepted = target.accepted();
      all.add(
          checker.check(
              target.name(),
              accepted.stream().map(Acceptance::eventId).toList(),
              target.receivedIds()));
      summary.row(target, accepted, stage.output().retried(target.name()));
    }
    summary.relay(stage.relay().effort());
    summary.faults(faults);
    boolean parked = stage.parking().map(parking -> isStillParked(summary, parking)).orElse(false);
    outage.ifPresent(
        script -> summary.outage(script.parked(), script.redriven(), script.wayBack()));
    List<ProjectionCheck> projections = projections(stage, summary);
    summary.verdict(all, projections);
    return !parked
        && all.stream().allMatch(Findings::isSound)
        && projections.stream().allMatch(ProjectionCheck::isExact);
  }

  private static List<ProjectionCheck> projections(Stage stage, Summary summary) {
    Map<String, OrderTotal> source = service(stage).totals();
    List<ProjectionCheck> projections =
        stage.targets().all().stream()
            .map(
                target ->
                    ProjectionCheck.of("behind " + target.name(), source, target.totals().read()))
            .toList();
    summary.projections(source, projections);
    return projections;
  }

  private static OrderService service(Stage stage) {
    return new OrderService(stage.aws().dynamoDb(), stage.resources().table());
  }

  private static boolean isStillParked(Summary summary, ParkedBacklog parking) {
    int held = parking.held().size();
    summary.parked(parking.redrive().bySchedule(), parking.redrive().byOperator(), held);
    return held > 0;
  }
}
