package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.route.Routed;
import io.github.dynamooutbox.relay.route.Router;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;

/** What a parked event stands for: which events are still to be published to which targets. */
final class ParkedContent {
  /** One publication. The mark tells it from the others of the same parked event. */
  record Publication(Envelope envelope, String target) {
    String mark() {
      return envelope.index() + "/" + target;
    }
  }

  sealed interface Content {
    /**
     * These publications are left, in this order.
     *
     * @param dropped ids of the events that the rules drop now
     */
    record Publications(List<Publication> left, List<String> dropped) implements Content {}

    /** It cannot be published as things are. */
    record Stuck(String code, String message) implements Content {}
  }

  private final Router router;
  private final RecordCodec codec;

  ParkedContent(Router router, RecordCodec codec) {
    this.router = router;
    this.codec = codec;
  }

  /** The sequence of the parked event's record, where that can be read and has one. */
  OptionalLong sequence(ParkedEvent parked) {
    return codec.decode(parked.item()) instanceof DecodeResult.Decoded decoded
        ? decoded.record().sequence()
        : OptionalLong.empty();
  }

  Content of(ParkedEvent parked) {
    DecodeResult result = codec.decode(parked.item());
    if (result instanceof DecodeResult.Decoded decoded) {
      return of(parked, decoded.record());
    }
    if (result instanceof DecodeResult.NewerVersion newer) {
      return new Content.Stuck(
          "NEWER_VERSION", "format version %s: upgrade the relay".formatted(newer.version()));
    }
    return new Content.Stuck("MALFORMED", ((DecodeResult.Malformed) result).message());
  }

  private Content of(ParkedEvent parked, OutboxRecord record) {
    Place place = parked.place();
    boolean whole = place.index() == ParkedEvent.WHOLE_RECORD;
    List<Publication> left = new ArrayList<>();
    List<String> dropped = new ArrayList<>();
    for (int i = 0; i < record.events().size(); i++) {
      if (!whole && i != place.index()) {
        continue;
      }
      Envelope envelope = new Envelope(place.position(), place.record(), record, i);
      if (!place.lane().target().equals(LaneKey.ALL_TARGETS)) {
        left.add(new Publication(envelope, place.lane().target()));
        continue;
      }
      Routed routed = router.route(envelope);
      if (routed instanceof Routed.Unroutable) {
        return new Content.Stuck("UNROUTABLE", "no rule takes event " + envelope.event().id());
      }
      if (routed instanceof Routed.To to) {
        new TreeSet<>(to.targets()).forEach(target -> left.add(new Publication(envelope, target)));
      } else {
        dropped.add(envelope.event().id());
      }
    }
    left.removeIf(publication -> parked.published().contains(publication.mark()));
    return new Content.Publications(left, dropped);
  }
}
