package io.github.dynamooutbox.localaws.internal;

import org.elasticmq.Limit;
import org.elasticmq.Limits;
import org.elasticmq.NoLimit$;
import org.elasticmq.RangeLimit;
import org.elasticmq.StrictSQSLimits$;
import scala.collection.immutable.List;
import scala.math.BigDecimal;

/**
 * The limits of SQS, except that on the characters in a body: ElasticMQ checks each character,
 * which takes longer than the rest of its work on a message.
 */
public final class QueueLimits implements Limits {
  private static final Limits STRICT = StrictSQSLimits$.MODULE$;

  @Override
  public Limit<Object> queueNameLengthLimit() {
    return STRICT.queueNameLengthLimit();
  }

  @Override
  public Limit<Object> batchSizeLimit() {
    return STRICT.batchSizeLimit();
  }

  @Override
  public Limit<RangeLimit<Object>> numberOfMessagesLimit() {
    return STRICT.numberOfMessagesLimit();
  }

  @Override
  public Limit<Object> nonEmptyAttributesLimit() {
    return STRICT.nonEmptyAttributesLimit();
  }

  @Override
  @SuppressWarnings("unchecked") // Limit is covariant in Scala, so NoLimit is a Limit of any type
  public Limit<List<RangeLimit<Object>>> bodyValidCharactersLimit() {
    return (Limit<List<RangeLimit<Object>>>) (Limit<?>) NoLimit$.MODULE$;
  }

  @Override
  public Limit<RangeLimit<BigDecimal>> numberAttributeValueLimit() {
    return STRICT.numberAttributeValueLimit();
  }

  @Override
  public Limit<RangeLimit<Object>> messageWaitTimeLimit() {
    return STRICT.messageWaitTimeLimit();
  }

  @Override
  public Limit<Object> maxMessageLength() {
    return STRICT.maxMessageLength();
  }

  @Override
  public Limit<Object> messageAttributesLimit() {
    return STRICT.messageAttributesLimit();
  }
}
