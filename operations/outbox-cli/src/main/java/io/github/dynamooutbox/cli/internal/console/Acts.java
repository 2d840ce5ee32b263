package io.github.dynamooutbox.cli.internal.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the page can change. An act carries out a plan that was shown before, and names it. One act
 * at a time. Thread-safe.
 */
final class Acts {
  private static final int MOST_PLANS = 32;

  private final Plans maker;
  private final LiveFeed feed;
  private final ReentrantLock acting = new ReentrantLock();
  private final Map<String, Plan> plans =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Plan> eldest) {
          return size() > MOST_PLANS;
        }
      };

  Acts(Plans maker, LiveFeed feed) {
    this.maker = maker;
    this.feed = feed;
  }

  /**
   * Says what an act would do, and changes nothing.
   *
   * @throws OperatorException if there is nothing to do
   */
  HttpAnswer plan(JsonNode request) {
    Plan plan = maker.plan(request);
    String id = UUID.randomUUID().toString();
    synchronized (plans) {
      plans.put(id, plan);
    }
    ObjectNode shown = plan.shown();
    return HttpAnswer.json(200, shown.put("plan", id));
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
      feed.pollNow();
    }
  }

  private HttpAnswer carryOut(JsonNode request) {
    String id = request.path("plan").asText();
    Plan plan;
    synchronized (plans) {
      plan = plans.get(id);
    }
    if (plan == null) {
      return HttpAnswer.problem(
          409, "this plan was already carried out, or is too old: open it again");
    }
    try {
      HttpAnswer answer = HttpAnswer.json(200, plan.act(request));
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
