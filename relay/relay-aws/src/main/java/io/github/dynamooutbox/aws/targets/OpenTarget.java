package io.github.dynamooutbox.aws.targets;

import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Target;

/**
 * A target that is open, with the resources that it opened.
 *
 * @param <E> the form in which this target sends an event
 */
public interface OpenTarget<E extends Entry> extends Target<E>, AutoCloseable {
  /**
   * Closes what the target itself opened; what the host lent is closed by the host. Requests in
   * flight may fail. Afterwards nothing is sent, and every entry of a later request results in a
   * retry. Closing it again does nothing.
   */
  @Override
  void close();
}
