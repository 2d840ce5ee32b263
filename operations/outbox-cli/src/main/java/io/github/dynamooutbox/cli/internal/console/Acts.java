package io.github.dynamooutbox.cli.internal.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.operations.audit.AuditProgress;
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
  private final Live live;
  private final InstantSource clock;
  private final ReentrantLock acting = new ReentrantLock();
  private volatile boolean isStopWanted;
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
   * @param live shows how far an act is, and is out of date after it
   */
  Acts(String place, Function<JsonNode, Plan> maker, Live live, InstantSource clock) {
    this.place = place;
    this.maker = maker;
    this.live = live;
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
    isStopWanted = false;
    live.began();
    try {
      return carryOut(request);
    } finally {
      live.ended();
      acting.unlock();
    }
  }

  /** Ends the running act at the next point at which nothing is half done. */
  HttpAnswer stop() {
    if (!acting.isLocked()) {
      return HttpAnswer.problem(409, "no action is running in this console");
    }
    isStopWanted = true;
    return HttpAnswer.json(200, JsonNodeFactory.instance.objectNode().put("stopping", true));
  }

  /** How far the running act is, and whether to stop it. */
  private final class Watched implements AuditProgress {
    @Override
    public void at(String step, long done, long about) {
      live.report(step, done, about);
    }

    @Override
    public boolean isStopWanted() {
      return isStopWanted;
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
      HttpAnswer answer = HttpAnswer.json(200, shown.plan().act(request, new Watched()));
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
