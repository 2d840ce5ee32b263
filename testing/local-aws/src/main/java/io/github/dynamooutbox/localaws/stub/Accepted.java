package io.github.dynamooutbox.localaws.stub;

import java.time.Instant;

/** What a target accepted: one event, message or record. */
public sealed interface Accepted
    permits AcceptedBusEvent, AcceptedEvent, AcceptedMessage, AcceptedRecord {

  /**
   * The place in the order of acceptance at the service, over all its targets, from 1, without
   * gaps.
   */
  long ordinal();

  /** The name of the bus, topic or stream; not an ARN. */
  String target();

  /** The id that the service assigned: event id, message id, or sequence number. */
  String id();

  /** What was published: the event's detail, the message, or the record's data read as UTF-8. */
  String body();

  /** When it was accepted, by the stub's clock. */
  Instant acceptedAt();
}
