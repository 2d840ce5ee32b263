package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.internal.lane.Pace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Targets that throttle, fail some of the time or come and go, beside a healthy one, in virtual
 * time: what is published, and how far behind the healthy one is. {@code lab/benchmarks/run
 * outages} prints the table.
 */
@Tag("full")
class OutagesTest {
  private static final Duration HOUR = Duration.ofHours(1);

  /** The time after which a target counts as down, and one minute. */
  private static final Duration MOST_BEHIND = Duration.ofMinutes(2);

  /** What is sent to whom, and how the target in trouble answers. */
  static final class Scenario {
    private final Function<Instant, TargetModel> model;
    private final double rate;

    /** What the target in trouble could accept a second. */
    private final double could;

    private String name;
    private RecordFeed.Host host = RecordFeed.Host.LAMBDA;
    private int containers = 1;
    private int lanes = 500;
    private int odd;
    private int maxEntries = 10;
    private boolean isAlone;
    private boolean hasControl = true;
    private Duration time = HOUR;
    private Duration every = Duration.ofMillis(100);

    Scenario(String name, double rate, double could, Function<Instant, TargetModel> model) {
      this.name = name;
      this.rate = rate;
      this.could = Math.min(rate, could);
      this.model = model;
    }

    Scenario on(RecordFeed.Host other, int instances) {
      host = other;
      containers = instances;
      return this;
    }

    Scenario onKcl() {
      return on(RecordFeed.Host.KCL, 1);
    }

    Scenario entries(int most) {
      name += ", " + most + " entries";
      maxEntries = most;
      return this;
    }

    Scenario alone() {
      name += ", alone";
      isAlone = true;
      return this;
    }

    Scenario withoutControl() {
      name += ", no control table";
      hasControl = false;
      return this;
    }

    /** Every so many records the event is of type {@code Odd}; the target has no order. */
    Scenario oddEvery(int records) {
      odd = records;
      return this;
    }

    Scenario lanes(int number) {
      lanes = number;
      return this;
    }

    Scenario lasting(Duration whole) {
      time = whole;
      return this;
    }

    Scenario arrivingEvery(Duration pause) {
      every = pause;
      return this;
    }

    @Override
    public String toString() {
      return name + " " + host + (containers > 1 ? " x" + containers : "");
    }
  }

  static Scenario bucket(double rate) {
    return new Scenario("bucket " + (int) rate + "/s", 50, rate, start -> TargetModel.bucket(rate));
  }

  static Scenario share(double share) {
    return new Scenario(
        "share " + share, 50, Pace.LEAST * share, start -> TargetModel.share(share));
  }

  static Scenario flapping(int downFrom) {
    return new Scenario(
            "outage 10 min, then 10 s of each minute from " + downFrom,
            50,
            50,
            start ->
                TargetModel.flapping(
                    start,
                    Duration.ofMinutes(10),
                    Duration.ofMinutes(1),
                    Duration.ofSeconds(downFrom),
                    Duration.ofSeconds(10)))
        .lasting(HOUR.plusMinutes(10));
  }

  static Scenario cycle() {
    return new Scenario(
            "70 s down, 20 s up",
            50,
            50,
            start ->
                TargetModel.flapping(
                    start,
                    Duration.ZERO,
                    Duration.ofSeconds(90),
                    Duration.ZERO,
                    Duration.ofSeconds(70)))
        .lasting(HOUR.multipliedBy(2));
  }

  static Scenario overloaded() {
    return new Scenario("200/s to one that takes 190/s", 200, 190, start -> TargetModel.bucket(190))
        .lanes(2_000)
        .lasting(Duration.ofMinutes(20));
  }

  static Scenario flood() {
    return new Scenario(
            "300/s without order to one that takes 30/s", 300, 30, start -> TargetModel.bucket(30))
        .lanes(3_000)
        .oddEvery(1_000_000)
        .lasting(Duration.ofMinutes(20));
  }

  /** It takes all that arrives, but what arrives comes first in each of its seconds. */
  static Scenario steady() {
    return new Scenario(
            "200/s to one that takes 200 in each second",
            200,
            200,
            start -> {
              TargetModel window = TargetModel.window(200);
              Instant up = start.plusSeconds(20);
              return (now, event) -> now.isAfter(up) && window.accepts(now, event);
            })
        .lanes(20_000)
        .arrivingEvery(Duration.ofSeconds(1))
        .lasting(Duration.ofMinutes(20))
        .onKcl();
  }

  static Scenario oneType() {
    return new Scenario("one type at 10 %", 43, 0.9 * 43, start -> TargetModel.ofType("Odd", 0.1))
        .oddEvery(10);
  }

  static Scenario hotShard() {
    return new Scenario("shards of 8/s", 50, 4 * 8, start -> TargetModel.shards(8))
        .lanes(60)
        .entries(500);
  }

  static List<Scenario> scenarios() {
    RecordFeed.Host lambda = RecordFeed.Host.LAMBDA;
    RecordFeed.Host kcl = RecordFeed.Host.KCL;
    List<Scenario> all =
        List.of(
            bucket(5),
            bucket(20),
            bucket(60),
            bucket(20).entries(500),
            bucket(60).on(lambda, 8),
            bucket(20).on(lambda, 8),
            bucket(20).onKcl(),
            bucket(60).on(kcl, 8),
            bucket(20).alone(),
            bucket(20).withoutControl(),
            share(0.05),
            share(0.1),
            share(0.3),
            share(0.1).onKcl(),
            share(0.1).on(lambda, 8),
            share(0.1).on(kcl, 8),
            share(0.05).onKcl(),
            hotShard(),
            flapping(0),
            flapping(30),
            flapping(0).onKcl(),
            cycle(),
            cycle().onKcl(),
            overloaded().onKcl().alone(),
            overloaded().onKcl(),
            overloaded(),
            flood(),
            flood().onKcl(),
            steady(),
            steady().alone(),
            oneType(),
            oneType().onKcl());
    String only = System.getProperty("outages.only", "");
    return all.stream().filter(each -> each.toString().contains(only)).toList();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenarios")
  void theHealthyTargetKeepsUpAndTheOtherGetsWhatItAccepts(Scenario scenario) {
    long begun = System.nanoTime();
    OutageWorld world =
        new OutageWorld(
            scenario.odd == 0, scenario.maxEntries, scenario.isAlone, scenario.hasControl);
    OutageHost host = new OutageHost(world.loop, scenario.host, scenario.containers, world::relay);
    world.slow.as(scenario.model.apply(world.loop.instant()));
    host.start(scenario.rate, scenario.every, scenario.containers, scenario.lanes, scenario.odd);
    world.redriveEveryMinute();
    Duration half = scenario.time.dividedBy(2);
    world.loop.runFor(half);
    final long accepted = world.slow.accepted();
    final long attempts = world.slow.attempts();
    world.loop.runFor(half);

    double seconds = half.toMillis() / 1e3;
    double published = (world.slow.accepted() - accepted) / seconds;
    double tried = (world.slow.attempts() - attempts) / seconds;
    Duration mostBehind = world.up.mostBehind();
    System.out.printf(
        "| %-52s | %6.2f | %7.2f | %7.1f | %9d | %7d | %7d | %4d | %4d | %4d | %d/%d | %4.1f s|%n",
        scenario,
        published,
        tried,
        mostBehind.toMillis() / 1e3,
        host.committed(),
        world.parkedNow(),
        world.parkedSoFar(),
        world.closedLanes(),
        world.opened(),
        world.slow.duplicates() + world.up.duplicates(),
        world.slow.inversions(),
        world.up.inversions(),
        (System.nanoTime() - begun) / 1e9);
    if (scenario.hasControl && !scenario.isAlone) {
      assertThat(mostBehind).as("behind").isLessThan(MOST_BEHIND);
    }
    assertThat(published).as("a second").isGreaterThanOrEqualTo(0.9 * scenario.could);
    double most = host.committed() - 0.95 * scenario.could * scenario.time.toSeconds();
    assertThat(world.parkedNow())
        .as("parked, of what it could accept")
        .isLessThanOrEqualTo((long) most);
    if (scenario.isAlone) {
      assertThat(world.parkedSoFar()).as("nobody waits").isZero();
    }
    if (scenario.name.startsWith("200/s to one that takes 200")) {
      assertThat(world.parkedSoFar()).as("it takes everything").isZero();
    }
    if (scenario.name.startsWith("bucket")) {
      assertThat(tried).as("attempts").isLessThanOrEqualTo(3 * published);
    }
    assertThat((scenario.odd == 0 ? world.slow.inversions() : 0) + world.up.inversions()).isZero();
  }
}
