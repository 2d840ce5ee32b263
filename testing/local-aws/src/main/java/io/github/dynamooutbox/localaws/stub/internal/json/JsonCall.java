package io.github.dynamooutbox.localaws.stub.internal.json;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.internal.FaultPlan;
import java.time.Instant;

/** The input of an action: the request, and the faults that apply to it. */
public final class JsonCall {
  private final JsonInput input;
  private final FaultPlan faults;
  private final Wire wire;

  JsonCall(JsonInput input, FaultPlan faults, Wire wire) {
    this.input = input;
    this.faults = faults;
    this.wire = wire;
  }

  public JsonInput input() {
    return input;
  }

  public FaultPlan faults() {
    return faults;
  }

  /** An empty structure for an answer. */
  public ObjectNode output() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Writes a time into an answer. */
  public void put(ObjectNode structure, String member, Instant time) {
    wire.put(structure, member, time);
  }
}
