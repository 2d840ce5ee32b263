package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Page;
import java.util.Optional;

/**
 * What became of events that were sent again: by a replay, or because Lambda had abandoned them.
 *
 * @param obstacle why it stopped, if nobody interrupted it
 * @param isFinished whether all were sent
 */
record SentEvents(long published, long parked, Optional<String> obstacle, boolean isFinished) {
  /** As in "1 event published". */
  String publishedText() {
    return Counts.of(published, "event") + " published";
  }

  void printParked(Page page) {
    if (parked > 0) {
      page.line(
          "%s parked: 'parked --events' shows why, 'redrive' publishes %s"
              .formatted(Counts.of(parked, "event"), parked == 1 ? "it" : "them"));
    }
  }

  /**
   * Says why it stopped, and whether it is finished.
   *
   * @param goOn how to continue if it is not
   */
  void printEnd(Page page, String goOn) {
    obstacle.ifPresent(why -> page.line("Stopped: " + why));
    if (!isFinished) {
      page.line("Not finished. To continue" + goOn);
    }
  }

  void addTo(ObjectNode document) {
    document.put("published", published).put("parked", parked).put("finished", isFinished);
    obstacle.ifPresent(why -> document.put("obstacle", why));
  }
}
