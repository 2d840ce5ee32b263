package io.github.dynamooutbox.cli.internal.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * What the page can change. An act carries out a plan that was shown before, and names it. One act
 * at a time. Thread-safe.
 */
final class Acts {
  private static final int MOST_PLANS = 32;

  /** What was shown longer ago is no longer what somebody agrees to. */
  private static final Duration VALID = Duration.ofMinutes(5);

  /** A plan, and when it was shown. */
  private record Shown(Plan plan, Instant at) {}

  private final String place;
  private final Function<JsonNode, Plan> maker;
  private final Runnable acted;
  private final InstantSource clock;
  private final ReentrantLock acting = new ReentrantLock();
  private final Map<String, Shown> plans =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Shown> eldest) {
          return size() > MOST_PLANS;
        }
      };

  /**
   * Knows no plan yet.
   *
   * @param place account, region and table, which each question names
   * @param maker turns a request into a plan
   * @param acted called after each act
   */
  Acts(String place, Function<JsonNode, Plan> maker, Runnable acted, InstantSource clock) {
    this.place = place;
    this.maker = maker;
    this.acted = acted;
    this.clock = clock;
  }

  /**
   * Says what an act would do, and changes nothing.
   *
   * @throws OperatorException if there is nothing to do
   */
  HttpAnswer plan(JsonNode request) {
    Instant now = clock.instant();
    Plan plan = maker.apply(request);
    ObjectNode shown = plan.shown();
    String id = UUID.randomUUID().toString();
    synchronized (plans) {
      plans.put(id, new Shown(plan, now));
    }
    return HttpAnswer.json(200, shown.put("in", place).put("plan", id));
  }

  /**
   * Carries a plan out, once.
   *
   * @throws OperatorException if something has to be corrected first; then the plan stays valid
   */
  HttpAnswer act(JsonNode request) {
    if (!acting.tryLock()) {
      return HttpAnswer.problem(
          409, "another action is running in this console: wait until it has ended");
    }
    try {
      return carryOut(request);
    } finally {
      acting.unlock();
      acted.run();
    }
  }

  private HttpAnswer carryOut(JsonNode request) {
    String id = request.path("plan").asText();
    Shown shown;
    synchronized (plans) {
      shown = plans.get(id);
    }
    if (shown == null || shown.at().plus(VALID).isBefore(clock.instant())) {
      forget(id);
      return HttpAnswer.problem(
          409,
          "this plan was already carried out, or was shown more than %d minutes ago: open it again"
              .formatted(VALID.toMinutes()));
    }
    try {
      HttpAnswer answer = HttpAnswer.json(200, shown.plan().act(request));
      forget(id);
      return answer;
    } catch (OperatorException e) {
      if (e.kind() == Kind.ACCESS) {
        forget(id);
      }
      throw e;
    }
  }

  private void forget(String id) {
    synchronized (plans) {
      plans.remove(id);
    }
  }
}
