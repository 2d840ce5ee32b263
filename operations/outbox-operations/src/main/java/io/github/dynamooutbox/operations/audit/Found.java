package io.github.dynamooutbox.operations.audit;

import io.github.dynamooutbox.aws.control.EventMark;
import io.github.dynamooutbox.format.RecordKey;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;

/**
 * A committed event in the books.
 *
 * @param expected the targets to which today's rules send it; at the second look, those to which it
 *     was sent
 * @param proven those expected targets at which its outcome is known
 */
record Found(CommittedEvent event, long expected, long proven) {
  EventMark mark() {
    return EventMark.of(
        event.record(), event.writtenAt().toEpochMilli(), event.index(), event.id());
  }

  byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(160);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(event.record().partition());
      out.writeUTF(event.record().sort());
      out.writeInt(event.index());
      out.writeUTF(event.id());
      out.writeUTF(event.type());
      out.writeLong(event.writtenAt().toEpochMilli());
      out.writeLong(event.expiresAt().getEpochSecond());
      out.writeLong(expected);
      out.writeLong(proven);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static Found read(DataInputStream in) throws IOException {
    CommittedEvent event =
        new CommittedEvent(
            new RecordKey(in.readUTF(), in.readUTF()),
            in.readInt(),
            in.readUTF(),
            in.readUTF(),
            Instant.ofEpochMilli(in.readLong()),
            Instant.ofEpochSecond(in.readLong()));
    return new Found(event, in.readLong(), in.readLong());
  }
}
