package io.github.dynamooutbox.localaws.stub.internal.eventbridge;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonInput;
import java.util.List;
import java.util.Optional;

/** The action {@code PutEvents}, which accepts or refuses events entry by entry. */
record PutEvents(int requestBytes, EventIntake intake) {
  private static final int MAX_ENTRIES = 10;

  ObjectNode perform(JsonCall call) {
    List<EventEntry> entries =
        call.input().structures("Entries").stream().map(EventEntry::of).toList();
    check(entries);
    ObjectNode output = call.output();
    ArrayNode results = output.putArray("Entries");
    int failed = 0;
    for (int i = 0; i < entries.size(); i++) {
      EventEntry entry = entries.get(i);
      Optional<EntryError> error = entry.fault();
      if (error.isEmpty()) {
        error = call.faults().of(entry.asBatchEntry(i));
      }
      if (error.isPresent()) {
        failed++;
        results
            .addObject()
            .put("ErrorCode", error.get().code())
            .put("ErrorMessage", error.get().message());
      } else {
        results.addObject().put("EventId", intake.accept(entry));
      }
    }
    return output.put("FailedEntryCount", failed);
  }

  private void check(List<EventEntry> entries) {
    if (entries.isEmpty() || entries.size() > MAX_ENTRIES) {
      String rule = entries.isEmpty() ? "greater than or equal to 1" : "less than or equal to 10";
      throw JsonInput.invalid("'[...]'", "Entries", "Member must have length " + rule);
    }
    if (entries.stream().mapToLong(EventEntry::size).sum() > requestBytes) {
      throw ServiceError.badRequest(
          "ValidationException", "Total size of the entries in the request is over the limit.");
    }
  }
}
