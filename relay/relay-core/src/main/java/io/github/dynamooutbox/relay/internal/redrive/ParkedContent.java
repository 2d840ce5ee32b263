package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.lane.Delivery;
import io.github.dynamooutbox.relay.internal.route.Routed;
import io.github.dynamooutbox.relay.internal.route.Router;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a parked event stands for: which events are still to be published to which targets. Confined
 * to the event loop.
 */
public final class ParkedContent {
  /**
   * One event to be published to one target. Its mark distinguishes it from the others of the same
   * parked event.
   *
   * @param routed all targets of the event; empty if it was parked for one of them
   */
  public record Publication(Envelope envelope, String target, Optional<Set<String>> routed) {
    String mark() {
      return envelope.index() + "/" + target;
    }

    LaneKey lane() {
      return new LaneKey(target, envelope.aggregate().toString());
    }

    FinishedDelivery asFinished() {
      return Delivery.finished(envelope, target);
    }
  }

  /**
   * What is left to do.
   *
   * @param left the publications, in order
   * @param dropped the events that the rules drop now
   * @param sequence the record's sequence, if it can be read and has one
   * @param stuck why the parked event cannot be published as things are; nothing is left then
   */
  public record Content(
      List<Publication> left,
      List<Envelope> dropped,
      OptionalLong sequence,
      Optional<Stuck> stuck) {}

  /** Why a parked event cannot be published as things are. */
  public record Stuck(String code, String message) {}

  private final Router router;
  private final RecordCodec codec;
  private @Nullable ItemView lastItem;
  private @Nullable DecodeResult lastResult;

  public ParkedContent(Router router, RecordCodec codec) {
    this.router = router;
    this.codec = codec;
  }

  public Content of(ParkedEvent parked) {
    return decoded(parked.item())
        .fold(
            decoded -> of(parked, decoded.record()),
            newer ->
                stuck(
                    OptionalLong.empty(),
                    "NEWER_VERSION",
                    "format version %s: upgrade the relay".formatted(newer.version())),
            malformed -> stuck(OptionalLong.empty(), "MALFORMED", malformed.message()));
  }

  /** The events of a record are parked one after the other and share one copy of it. */
  private DecodeResult decoded(ItemView item) {
    if (item != lastItem || lastResult == null) {
      lastResult = codec.decode(item);
      lastItem = item;
    }
    return lastResult;
  }

  /** The id of a parked event, as {@link ParkedEvent#eventId}. */
  String eventId(ParkedEvent event) {
    return event.eventId(decoded(event.item()));
  }

  /** The same if the event is to be sent to one other target, whatever the rules say. */
  Content asSentTo(ParkedEvent parked, String target) {
    Place place = parked.place();
    LaneKey lane = new LaneKey(target, place.lane().aggregate());
    return of(
        new ParkedEvent(
            new Place(lane, place.position(), place.record(), place.index()),
            parked.cause(),
            parked.attempts(),
            parked.item(),
            Set.of()));
  }

  private Content of(ParkedEvent parked, OutboxRecord record) {
    Place place = parked.place();
    boolean whole = place.index() == ParkedEvent.WHOLE_RECORD;
    List<Publication> left = new ArrayList<>();
    List<Envelope> dropped = new ArrayList<>();
    for (int i = 0; i < record.events().size(); i++) {
      if (!whole && i != place.index()) {
        continue;
      }
      Envelope envelope = new Envelope(place.position(), place.record(), record, i);
      if (!place.lane().target().equals(LaneKey.ALL_TARGETS)) {
        left.add(new Publication(envelope, place.lane().target(), Optional.empty()));
        continue;
      }
      Routed routed = router.route(envelope);
      if (routed.isUnroutable()) {
        String message = "no rule matches event " + envelope.event().id();
        return stuck(record.sequence(), "UNROUTABLE", message);
      }
      Optional<Set<String>> targets = Optional.of(routed.targets());
      routed.sorted().forEach(each -> left.add(new Publication(envelope, each, targets)));
      if (routed.targets().isEmpty()) {
        dropped.add(envelope);
      }
    }
    left.removeIf(publication -> parked.published().contains(publication.mark()));
    return new Content(left, dropped, record.sequence(), Optional.empty());
  }

  private static Content stuck(OptionalLong sequence, String code, String message) {
    return new Content(List.of(), List.of(), sequence, Optional.of(new Stuck(code, message)));
  }
}
