package io.github.dynamooutbox.localaws.stub;

import java.time.Duration;
import java.util.function.Predicate;

/** A failure of a request or of its entries. */
@FunctionalInterface
public interface Fault {
  /** The effects of faults on a request; every kind of fault has a method here. */
  interface Effects {
    void throttle();

    void fail(int status, String code);

    void failEntries(Entries entries);

    void slow(Duration delay);

    void loseAnswer();

    void breakConnection();
  }

  /** Calls the method of this kind of fault. */
  void applyTo(Effects effects);

  /** The request is throttled with the service's error code; nothing is accepted. */
  static Fault throttle() {
    return Effects::throttle;
  }

  /**
   * The request is refused with this HTTP status and error code; nothing is accepted.
   *
   * @throws IllegalArgumentException unless the status is between 400 and 599
   */
  static Fault fail(int status, String code) {
    if (status < 400 || status > 599) {
      throw new IllegalArgumentException("status " + status + ": not an error");
    }
    return effects -> effects.fail(status, code);
  }

  /**
   * Entries of a batch fail, each with this probability; the others are accepted. A publication
   * that is not a batch fails as a whole.
   *
   * @throws IllegalArgumentException unless the fraction is between 0 and 1
   */
  static Fault failEntries(double fraction, EntryError error) {
    Entries entries = new Entries(fraction, entry -> true, error);
    return effects -> effects.failEntries(entries);
  }

  /** The entries that match the predicate fail; the others are accepted. */
  static Fault failEntries(Predicate<BatchEntry> which, EntryError error) {
    return effects -> effects.failEntries(new Entries(1, which, error));
  }

  /** The request is processed at once, and answered late. Combines with other faults. */
  static Fault slow(Duration delay) {
    return effects -> effects.slow(delay);
  }

  /** The request is processed; then the connection is closed without an answer. */
  static Fault loseAnswer() {
    return Effects::loseAnswer;
  }

  /** The connection is closed without an answer; nothing is accepted. */
  static Fault breakConnection() {
    return Effects::breakConnection;
  }

  /** A fraction of the entries that match {@code which} fail. */
  record Entries(double fraction, Predicate<BatchEntry> which, EntryError error) {
    public Entries {
      if (!(fraction >= 0 && fraction <= 1)) {
        throw new IllegalArgumentException("fraction " + fraction + ": not between 0 and 1");
      }
    }
  }
}
