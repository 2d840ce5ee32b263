package io.github.dynamooutbox.infra;

import java.util.List;
import java.util.Map;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.events.Rule;
import software.amazon.awscdk.services.events.RuleTargetInput;
import software.amazon.awscdk.services.events.Schedule;
import software.amazon.awscdk.services.events.targets.LambdaFunction;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.lambda.Function;
import software.constructs.Construct;

/**
 * Counts what is parked every minute, and publishes what is parked because its target kept failing.
 * Operators invoke the same function for what is parked for another reason.
 */
public final class Redriver extends Construct {
  static final String HANDLER = "io.github.dynamooutbox.lambda.RedriveHandler::handleRequest";

  /**
   * At its end a redrive starts nothing for some seconds, and the next begins at the full minute:
   * what a target accepts meanwhile is lost if all of its events are parked, a sixth with redrives
   * of one minute, a thirtieth with five. One that dies keeps the others away for as long.
   */
  private static final int LEAST_SECONDS = 300;

  private static final MappingSettings NO_MAPPING = new MappingSettings(1, 0, false);

  private final RelayFunction redrive;

  /**
   * @param code the jar of {@code stream-relay-lambda} for functions
   * @param parts what the relay uses; without a control table there is nothing to redrive
   */
  public Redriver(
      Construct scope, String id, Code code, RelayParts parts, FunctionSettings settings) {
    this(scope, id, new LambdaRelay.Props(code, parts, settings, NO_MAPPING), true);
  }

  /**
   * Takes the relay's properties, of which it does not use the mapping.
   *
   * @param publishes whether the schedule publishes what is blocked; if not, it only counts
   */
  Redriver(Construct scope, String id, LambdaRelay.Props props, boolean publishes) {
    super(scope, id);
    redrive =
        new RelayFunction(
            this,
            "Redrive",
            new RelayFunction.Props(
                props.code(),
                HANDLER,
                RelayFunction.Environment.of(props.parts().config()),
                props.function().unreserved().lastingAtLeast(LEAST_SECONDS),
                false,
                props.network(),
                props.layers()));
    redrive.invokedBySchedule();
    props.parts().allow(redrive.role());
    Rule.Builder.create(this, "EveryMinute")
        .description(publishes ? "Redrives what was blocked" : "Counts what is parked")
        .schedule(Schedule.rate(Duration.minutes(1)))
        .targets(List.of(invocation(publishes)))
        .build();
  }

  private LambdaFunction invocation(boolean publishes) {
    LambdaFunction.Builder invocation =
        LambdaFunction.Builder.create(redrive.function())
            // The next minute repeats what failed.
            .retryAttempts(0)
            .maxEventAge(Duration.minutes(1));
    if (!publishes) {
      invocation.event(RuleTargetInput.fromObject(Map.of("reasons", List.of())));
    }
    return invocation.build();
  }

  public Function function() {
    return redrive.function();
  }
}
