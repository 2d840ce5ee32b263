package io.github.dynamooutbox.listener;

import io.github.dynamooutbox.inbox.EventHandler;
import io.github.dynamooutbox.inbox.InboxTransaction;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;

/**
 * Handles events of a queue, SQS standard or FIFO, each once. What the method returns or adds is
 * written in one transaction with the record that the event is handled. The rules of {@link
 * EventHandler#handle} apply: it can be called more than once for an event, so it must have no
 * effects outside that transaction.
 *
 * <pre>{@code
 * @OutboxListener(queue = "totals", consumer = "order-totals")
 * void placed(OrderPlaced placed, InboxTransaction tx) { ... }
 * }</pre>
 *
 * <p>Parameters, in any order and each at most once: the payload, as an object of its class; the
 * whole event as {@link ReceivedEvent}; and {@link InboxTransaction}. It returns nothing, a {@code
 * TransactWriteItem}, or an {@code Iterable} of them. All methods of a queue and consumer share one
 * listener; an event of a type without a method is a failure of kind {@code UNUSABLE}.
 *
 * <p>A method that cannot work ends the start of the application with an error that names it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Reflective(ListenerHints.class)
public @interface OutboxListener {

  /** Name or URL of the queue. Placeholders are resolved. */
  String queue();

  /**
   * The consumer's name in the inbox: under a new name, nothing has been handled yet. A queue has
   * one consumer. Placeholders are resolved.
   */
  String consumer();

  /**
   * Types of the events. Default: the simple name of the payload's class. {@code *} stands for all
   * types without a method of their own.
   */
  String[] type() default {};

  /** How the order of an aggregate's events is guarded; the same for all methods of a consumer. */
  ListenerOrder order() default ListenerOrder.NONE;

  /**
   * Name or URL of the queue for messages that fail for a reason for which another delivery does
   * not help ({@code dynamo-inbox.dead-letter-kinds}); the same for all methods of a consumer.
   * Default: none, so that all are delivered again as often as the queue's redrive policy says.
   * Placeholders are resolved.
   */
  String deadLetters() default "";
}
