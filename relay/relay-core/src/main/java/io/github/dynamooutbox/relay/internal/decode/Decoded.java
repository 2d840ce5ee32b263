package io.github.dynamooutbox.relay.internal.decode;

import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import java.util.List;
import java.util.Set;

/** What a stream record means to the relay. */
public sealed interface Decoded {
  /**
   * What to do with each kind. When a kind is added, no implementation compiles until it handles
   * that kind.
   */
  interface Cases {
    void events(Events events);

    void notOurs();

    void otherKeys(OtherKeys other);

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

  /**
   * The stream's records have other keys than the configured ones, so that no outbox record could
   * ever be recognised.
   *
   * @param names the names of its keys
   */
  record OtherKeys(Set<String> names) implements Decoded {
    @Override
    public void when(Cases cases) {
      cases.otherKeys(this);
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
   * The stream contains only the key of an outbox item. That is not the record's fault, and there
   * is nothing that could be parked.
   */
  record NoImage(RecordKey key) implements Decoded {
    @Override
    public void when(Cases cases) {
      cases.noImage(this);
    }
  }

  /**
   * An outbox item that is not a valid record.
   *
   * @param key the item's key
   * @param aggregate the partition key's value without the prefix, which determines the lanes that
   *     it closes
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
