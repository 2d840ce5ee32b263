package io.github.dynamooutbox.localaws.stub.internal.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;

/** One action of a service that speaks JSON. */
@FunctionalInterface
public interface JsonAction {

  /**
   * Does it.
   *
   * @return the answer's body
   * @throws ServiceError if the service refuses
   */
  ObjectNode perform(JsonCall call);
}
