package io.github.dynamooutbox.localaws.stub.internal.sns;

import io.github.dynamooutbox.localaws.stub.internal.FaultPlan;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;

/** One action of SNS. */
@FunctionalInterface
interface QueryAction {

  /**
   * Does it, and writes the members of its result.
   *
   * @throws ServiceError if the service refuses
   */
  void perform(QueryInput input, XmlOutput result, FaultPlan faults);
}
