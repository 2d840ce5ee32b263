package io.github.dynamooutbox.localaws.stub.internal;

import io.github.dynamooutbox.localaws.stub.Service;
import java.util.Set;

/** One service behind the stub's single port. */
public interface ServiceEndpoint {

  Service service();

  /** Whether the request is for this service. */
  boolean serves(WireRequest request);

  /**
   * Parses a request, without any effect.
   *
   * @throws ServiceError if it cannot be parsed or asks for an unknown action
   */
  Call open(WireRequest request);

  /** The error in the service's protocol. */
  WireReply reply(WireRequest request, ServiceError error);

  /** The error with which the service refuses an unsigned request. */
  ServiceError unsigned();

  /** A request that was understood. */
  interface Call {
    String action();

    /** The names of the buses, topics or streams that the request is about. */
    Set<String> targets();

    /**
     * Performs the action.
     *
     * @throws ServiceError if the service refuses
     */
    WireReply perform(FaultPlan faults);
  }
}
