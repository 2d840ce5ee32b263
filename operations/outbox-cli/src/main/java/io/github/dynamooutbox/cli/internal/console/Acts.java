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
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the page can change. An act carries out a plan that was shown before, and names it. One act
 * at a time. Thread-safe.
 */
final class Acts {
  private static final int MOST_PLANS = 32;

  /** What was shown longer ago is no longer what somebody agrees to. */
  private static final Duration VALID = Duration.ofMinutes(5);

  /** A plan for a request, and when it was shown. */
  private record Shown(Plan plan, String act, Instant at) {}

  /** Makes a plan; it may report progress. */
  interface Maker {
    Plan plan(JsonNode request, AuditProgress progress);
  }

  private final String place;
  private final Maker maker;
  private final Live live;
  private final InstantSource clock;
  private final ReentrantLock acting = new ReentrantLock();
  private volatile @Nullable Watched running;
  private volatile ObjectNode last = JsonNodeFactory.instance.objectNode();
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
  Acts(String place, Maker maker, Live live, InstantSource clock) {
    this.place = place;
    this.maker = maker;
    this.live = live;
    this.clock = clock;
  }

  /**
   * Says what an act would do, and changes nothing. To look up what a replay would do takes long:
   * that is shown and can be stopped like an act.
   *
   * @throws OperatorException if there is nothing to do
   */
  HttpAnswer plan(JsonNode request) {
    String id = UUID.randomUUID().toString();
    return request.path("act").asText().equals("replay")
        ? alone(id, watched -> planned(id, request, watched))
        : planned(id, request, AuditProgress.NONE);
  }

  private HttpAnswer planned(String id, JsonNode request, AuditProgress progress) {
    Instant now = clock.instant();
    Plan plan;
    try {
      plan = maker.plan(request, progress);
    } catch (CancellationException e) {
      return HttpAnswer.problem(409, "stopped: nothing was changed");
    }
    ObjectNode shown = plan.shown();
    synchronized (plans) {
      plans.put(id, new Shown(plan, request.path("act").asText(), now));
    }
    return HttpAnswer.json(200, shown.put("in", place).put("plan", id));
  }

  /**
   * Carries a plan out, once.
   *
   * @throws OperatorException if something has to be corrected first; then the plan stays valid
   */
  HttpAnswer act(JsonNode request) {
    String id = request.path("plan").asText();
    return alone(id, watched -> carryOut(id, request, watched));
  }

  private HttpAnswer alone(String id, Function<Watched, HttpAnswer> work) {
    if (!acting.tryLock()) {
      return HttpAnswer.problem(
          409, "another action is running in this console: wait until it has ended");
    }
    try {
      Watched watched = new Watched(id);
      live.began(id);
      running = watched;
      return work.apply(watched);
    } finally {
      running = null;
      live.ended();
      acting.unlock();
    }
  }

  /**
   * Ends the running act at the next point at which nothing is half done.
   *
   * @param request may name its plan, so that it ends no other
   */
  HttpAnswer stop(JsonNode request) {
    Watched now = running;
    if (now == null || !request.path("plan").asText(now.id).equals(now.id)) {
      return HttpAnswer.problem(409, "no such action is running in this console");
    }
    now.isStopWanted = true;
    return HttpAnswer.json(200, JsonNodeFactory.instance.objectNode().put("stopping", true));
  }

  /** How the last act ended, with its plan: for pages that got no answer. */
  HttpAnswer last() {
    return HttpAnswer.json(200, last);
  }

  /** How far an act is, and whether to stop it. */
  private final class Watched implements AuditProgress {
    private final String id;
    private volatile boolean isStopWanted;

    private Watched(String id) {
      this.id = id;
    }

    @Override
    public void at(String step, long done, long about) {
      live.report(step, done, about);
    }

    @Override
    public boolean isStopWanted() {
      return isStopWanted;
    }
  }

  private HttpAnswer carryOut(String id, JsonNode request, Watched watched) {
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
    ObjectNode ended = JsonNodeFactory.instance.objectNode();
    try {
      ended.setAll(shown.plan().act(request, watched));
      forget(id);
      return HttpAnswer.json(200, ended);
    } catch (OperatorException e) {
      ended.put("error", e.getMessage());
      if (e.kind() == Kind.ACCESS) {
        forget(id);
      }
      throw e;
    } finally {
      last = ended.put("act", shown.act()).put("plan", id);
    }
  }

  private void forget(String id) {
    synchronized (plans) {
      plans.remove(id);
    }
  }
}
