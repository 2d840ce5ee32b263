package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.Records;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.decode.Decoded;
import io.github.dynamooutbox.relay.internal.decode.Decoder;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** Deliveries for tests of lanes: a delivery is known by its aggregate's id and its position. */
final class LaneFixtures {
  private static final Decoder DECODER = new Decoder(Records.CODEC, Set.of());

  record Weight(int bytes) implements Entry {}

  private LaneFixtures() {}

  static LaneKey lane(String id) {
    return new LaneKey("bus", "Order#" + id);
  }

  static StreamPosition position(long position) {
    return new StreamPosition(Long.toString(position));
  }

  static Envelope envelope(String id, long position) {
    Decoded decoded = DECODER.decode(Records.order(position, id, position, Instant.EPOCH, 1));
    return ((Decoded.Events) decoded).envelopes().get(0);
  }

  static Delivery delivery(String id, long position) {
    Progress.Slot slot = new Progress().track(position(position), Optional.empty()).orElseThrow();
    return new Delivery(envelope(id, position), lane(id), Optional.empty(), slot);
  }
}
