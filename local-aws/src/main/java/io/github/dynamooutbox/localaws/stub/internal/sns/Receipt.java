package io.github.dynamooutbox.localaws.stub.internal.sns;

import java.util.Optional;

/** What a publisher gets for a message. */
record Receipt(String messageId, Optional<String> sequenceNumber) {

  void write(XmlOutput out) {
    out.text("MessageId", messageId);
    sequenceNumber.ifPresent(number -> out.text("SequenceNumber", number));
  }
}
