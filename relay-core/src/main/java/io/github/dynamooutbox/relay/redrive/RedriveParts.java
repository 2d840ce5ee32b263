package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.relay.EventLoop;
import io.github.dynamooutbox.relay.lane.Backoff;
import io.github.dynamooutbox.relay.park.ParkedLanes;
import io.github.dynamooutbox.relay.publish.Target;
import java.util.Map;

/** What all redrives of a redriver share. */
record RedriveParts(
    ParkedLanes lot,
    Map<String, Target<?>> targets,
    ParkedContent content,
    EventLoop loop,
    Backoff backoff) {}
