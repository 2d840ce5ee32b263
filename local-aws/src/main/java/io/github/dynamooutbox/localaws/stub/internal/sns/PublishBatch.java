package io.github.dynamooutbox.localaws.stub.internal.sns;

import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.internal.FaultPlan;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Takes messages, entry by entry, in order. */
record PublishBatch(Topics topics, MessageIntake intake) implements QueryAction {
  private static final String ENTRIES = "PublishBatchRequestEntries";
  private static final int MOST_ENTRIES = 10;

  @Override
  public void perform(QueryInput input, XmlOutput result, FaultPlan faults) {
    Topic topic = topics.get(input.requiredText("TopicArn"));
    Map<String, Publication> entries = entries(input.members(ENTRIES));
    if (entries.values().stream().mapToLong(Publication::size).sum() > MessageRules.MOST_BYTES) {
      throw ServiceError.badRequest(
          "BatchRequestTooLong",
          "The length of all the messages put together is more than the limit");
    }
    entries.values().forEach(entry -> MessageRules.checkKeys(topic, entry));

    Map<String, EntryError> failed = new LinkedHashMap<>();
    result.open("Successful");
    int index = 0;
    for (Map.Entry<String, Publication> entry : entries.entrySet()) {
      Publication publication = entry.getValue();
      Optional<EntryError> fault = MessageRules.fault(topic, publication);
      if (fault.isEmpty()) {
        fault = faults.of(publication.asBatchEntry(index, topic));
      }
      index++;
      if (fault.isPresent()) {
        failed.put(entry.getKey(), fault.get());
        continue;
      }
      result.open("member").text("Id", entry.getKey());
      intake.take(topic, publication).write(result);
      result.close();
    }
    result.close();
    writeFailed(failed, result);
  }

  /** The entries by id, in order. */
  private static Map<String, Publication> entries(List<QueryInput> members) {
    if (members.isEmpty()) {
      throw ServiceError.badRequest(
          "EmptyBatchRequest", "The batch request doesn't contain any entries.");
    }
    if (members.size() > MOST_ENTRIES) {
      throw ServiceError.badRequest(
          "TooManyEntriesInBatchRequest",
          "The batch request contains more entries than permissible.");
    }
    Map<String, Publication> entries = new LinkedHashMap<>();
    for (QueryInput member : members) {
      String id = member.text("Id").orElse("");
      if (!id.matches("[A-Za-z0-9_-]{1,80}")) {
        throw ServiceError.badRequest(
            "InvalidBatchEntryId",
            "The Id of a batch entry in a batch request doesn't abide by the specification.");
      }
      if (entries.put(id, Publication.of(member)) != null) {
        throw ServiceError.badRequest(
            "BatchEntryIdsNotDistinct",
            "Two or more batch entries in the request have the same Id.");
      }
    }
    return entries;
  }

  private static void writeFailed(Map<String, EntryError> failed, XmlOutput result) {
    result.open("Failed");
    failed.forEach(
        (id, error) ->
            result
                .open("member")
                .text("Id", id)
                .text("Code", error.code())
                .text("Message", error.message())
                .text("SenderFault", String.valueOf(error.senderFault()))
                .close());
    result.close();
  }
}
