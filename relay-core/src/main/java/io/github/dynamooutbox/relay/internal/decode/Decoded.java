package io.github.dynamooutbox.relay.internal.decode;

import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import java.util.List;

/** What a stream record is to the relay. */
public sealed interface Decoded {
  /** What to do with each kind. A kind that is added later fails to compile in every reader. */
  interface Cases {
    void events(Events events);

    void notOurs();

    void notYet(NotYet notYet);

    void noImage(NoImage noImage);

    void poison(Poison poison);
  }

  /** Calls the method for its kind. */
  void when(Cases cases);

  /** An outbox record. The events are those of one record, in order; there is at least one. */
  record Events(List<Envelope> envelopes) implements Decoded {
    @Override
    public void when(Cases cases) {
      cases.events(this);
    }
  }

  /** Nothing to publish: a business item, a later change of a record, another relay's region. */
  record NotOurs() implements Decoded {
    @Override
    public void when(Cases cases) {
      cases.notOurs();
    }
  }

  /** A record of a format that this relay does not know yet. It waits for a newer relay. */
  record NotYet(RecordKey key, String version) implements Decoded {
    @Override
    public void when(Cases cases) {
      cases.notYet(this);
    }
  }

  /**
   * The stream shows an item of the outbox by its key alone. That is no fault of the record, and
   * there is nothing that could be kept of it.
   */
  record NoImage(RecordKey key) implements Decoded {
    @Override
    public void when(Cases cases) {
      cases.noImage(this);
    }
  }

  /**
   * An item of the outbox that is no record.
   *
   * @param key the item's key
   * @param aggregate the partition key's value without the prefix: which lanes it closes
   * @param item the whole item
   * @param message what is wrong, without payload
   */
  record Poison(RecordKey key, String aggregate, ItemView item, String message) implements Decoded {
    @Override
    public void when(Cases cases) {
      cases.poison(this);
    }
  }
}
