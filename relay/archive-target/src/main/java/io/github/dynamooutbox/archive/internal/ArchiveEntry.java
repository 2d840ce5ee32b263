package io.github.dynamooutbox.archive.internal;

import io.github.dynamooutbox.archive.form.ArchiveLine;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.Entry;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Comparator;

/** A line of an object, in UTF-8 with its line feed. Contains the payload. */
final class ArchiveEntry implements Entry {
  private final Identity identity;
  private final byte[] line;

  private ArchiveEntry(Identity identity, byte[] line) {
    this.identity = identity;
    this.line = line;
  }

  static ArchiveEntry of(Envelope envelope, byte[] cloudEvent) {
    return new ArchiveEntry(
        new Identity(
            envelope.key(),
            envelope.index(),
            envelope.event().id(),
            envelope.record().context().writtenAt()),
        ArchiveLine.render(envelope, cloudEvent));
  }

  /**
   * Identifies an event, also among those of a record that was deleted and committed again. Sorts
   * by aggregate, and then in the order of its events.
   */
  record Identity(RecordKey record, int index, String id, Instant writtenAt)
      implements Comparable<Identity> {
    private static final Comparator<Identity> ORDER =
        Comparator.<Identity, String>comparing(each -> each.record().partition())
            .thenComparing(each -> each.record().sort())
            .thenComparingInt(Identity::index)
            .thenComparing(Identity::id)
            .thenComparing(Identity::writtenAt);

    @Override
    public int compareTo(Identity other) {
      return ORDER.compare(this, other);
    }
  }

  Identity identity() {
    return identity;
  }

  Instant writtenAt() {
    return identity.writtenAt();
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(line);
  }

  void addTo(MessageDigest digest) {
    digest.update(line);
  }

  @Override
  public int bytes() {
    return line.length;
  }
}
