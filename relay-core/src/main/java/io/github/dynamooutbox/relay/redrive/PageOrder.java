package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Puts parked events of a lane that are read together in the order of their sequence, as the relay
 * does with records that arrive together. A lane is in the order of the stream, which is now and
 * then not that of the commits.
 */
final class PageOrder {
  private record Sequenced(ParkedEvent event, long sequence) {}

  private PageOrder() {}

  /** Events without a sequence keep their places, and those of one record their order. */
  static List<ParkedEvent> of(
      List<ParkedEvent> page, Function<ParkedEvent, OptionalLong> sequence) {
    List<Integer> places = new ArrayList<>();
    List<Sequenced> sequenced = new ArrayList<>();
    for (int i = 0; i < page.size(); i++) {
      ParkedEvent event = page.get(i);
      OptionalLong known = sequence.apply(event);
      if (known.isPresent()) {
        places.add(i);
        sequenced.add(new Sequenced(event, known.getAsLong()));
      }
    }
    sequenced.sort(Comparator.comparingLong(Sequenced::sequence));
    List<ParkedEvent> ordered = new ArrayList<>(page);
    for (int i = 0; i < places.size(); i++) {
      ordered.set(places.get(i), sequenced.get(i).event());
    }
    return ordered;
  }
}
