package io.github.dynamooutbox.localaws.stub.internal.sns;

import static io.github.dynamooutbox.localaws.stub.internal.sns.QueryEndpoint.QueryInput.invalidParameter;

import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.internal.FaultPlan;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import io.github.dynamooutbox.localaws.stub.internal.sns.MessageIntake.MessageRules;
import io.github.dynamooutbox.localaws.stub.internal.sns.QueryEndpoint.QueryInput;
import io.github.dynamooutbox.localaws.stub.internal.sns.Sns.Topics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The actions that accept messages: a single one, or a batch, entry by entry and in order. */
record PublishActions(Topics topics, MessageIntake intake) {
  private static final String ENTRIES = "PublishBatchRequestEntries";
  private static final int MAX_ENTRIES = 10;

  void one(QueryInput input, XmlOutput result, FaultPlan faults) {
    String arn =
        input
            .text("TopicArn")
            .or(() -> input.text("TargetArn"))
            .orElseGet(() -> input.requiredText("TopicArn"));
    Topic topic = topics.get(arn);
    Publication publication = Publication.of(input);
    MessageRules.checkKeys(topic, publication);
    MessageRules.fault(topic, publication)
        .ifPresent(
            fault -> {
              throw ServiceError.badRequest(fault.code(), fault.message());
            });
    if (publication.size() > topic.maxBytes()) {
      throw invalidParameter("Message too long");
    }
    faults.check(publication.asBatchEntry(0, topic));
    write(intake.accept(topic, publication), result);
  }

  void batch(QueryInput input, XmlOutput result, FaultPlan faults) {
    Topic topic = topics.get(input.requiredText("TopicArn"));
    Map<String, Publication> entries = entries(input.members(ENTRIES));
    if (entries.values().stream().mapToLong(Publication::size).sum() > topic.maxBytes()) {
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
      write(intake.accept(topic, publication), result);
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
    if (members.size() > MAX_ENTRIES) {
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

  private static void write(Topic.Acknowledgement answer, XmlOutput out) {
    out.text("MessageId", answer.messageId());
    answer.sequenceNumber().ifPresent(number -> out.text("SequenceNumber", number));
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
