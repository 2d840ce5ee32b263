package io.github.dynamooutbox.aws.internal.render;

import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.relay.decode.Envelope;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A W3C trace context as AWS X-Ray writes it. */
public final class TraceHeader {
  /** W3C Trace Context level 1, section 3.2: version, trace id, parent id, flags. */
  private static final Pattern TRACEPARENT =
      Pattern.compile("[0-9a-f]{2}-([0-9a-f]{8})([0-9a-f]{24})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");

  private TraceHeader() {}

  /** Empty without a valid trace context: a broken one is no reason to hold an event back. */
  public static Optional<String> of(Envelope envelope) {
    return envelope.record().context().get(ContextAttribute.TRACEPARENT).flatMap(TraceHeader::of);
  }

  static Optional<String> of(String traceparent) {
    Matcher parts = TRACEPARENT.matcher(traceparent);
    if (!parts.matches()) {
      return Optional.empty();
    }
    int sampled = Integer.parseInt(parts.group(4), 16) & 1;
    return Optional.of(
        "Root=1-%s-%s;Parent=%s;Sampled=%d"
            .formatted(parts.group(1), parts.group(2), parts.group(3), sampled));
  }
}
