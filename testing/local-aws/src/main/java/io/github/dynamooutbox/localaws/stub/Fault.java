package io.github.dynamooutbox.localaws.stub;

import java.time.Duration;
import java.util.function.Predicate;

/** A failure of a request or of its entries. */
public sealed interface Fault {
  /** The effects of faults on a request; every kind of fault has a method here. */
  interface Effects {
    void throttle();

    void fail(Failure failure);

    void failEntries(Entries entries);

    void slow(Duration delay);

    void loseAnswer();

    void breakConnection();
  }

  /** Calls the method of this kind of fault. */
  void applyTo(Effects effects);

  /** The request is throttled with the service's error code; nothing is accepted. */
  static Fault throttle() {
    return new Throttle();
  }

  /**
   * The request is refused with this HTTP status and error code; nothing is accepted.
   *
   * @throws IllegalArgumentException unless the status is between 400 and 599
   */
  static Fault fail(int status, String code) {
    return new Failure(status, code);
  }

  /**
   * Entries of a batch fail, each with this probability; the others are accepted. A publication
   * that is not a batch fails as a whole.
   *
   * @throws IllegalArgumentException unless the fraction is between 0 and 1
   */
  static Fault failEntries(double fraction, EntryError error) {
    return new Entries(fraction, entry -> true, error);
  }

  /** The entries that match the predicate fail; the others are accepted. */
  static Fault failEntries(Predicate<BatchEntry> which, EntryError error) {
    return new Entries(1, which, error);
  }

  /** The request is processed at once, and answered late. Combines with other faults. */
  static Fault slow(Duration delay) {
    return new Slow(delay);
  }

  /** The request is processed; then the connection is closed without an answer. */
  static Fault loseAnswer() {
    return new LostAnswer();
  }

  /** The connection is closed without an answer; nothing is accepted. */
  static Fault breakConnection() {
    return new BrokenConnection();
  }

  /** See {@link Fault#throttle}. */
  record Throttle() implements Fault {
    @Override
    public void applyTo(Effects effects) {
      effects.throttle();
    }
  }

  /** See {@link Fault#fail}. */
  record Failure(int status, String code) implements Fault {
    public Failure {
      if (status < 400 || status > 599) {
        throw new IllegalArgumentException("status " + status + ": not an error");
      }
    }

    @Override
    public void applyTo(Effects effects) {
      effects.fail(this);
    }
  }

  /**
   * See {@link Fault#failEntries(double, EntryError)}: a fraction of the entries that match {@code
   * which}.
   */
  record Entries(double fraction, Predicate<BatchEntry> which, EntryError error) implements Fault {
    public Entries {
      if (!(fraction >= 0 && fraction <= 1)) {
        throw new IllegalArgumentException("fraction " + fraction + ": not between 0 and 1");
      }
    }

    @Override
    public void applyTo(Effects effects) {
      effects.failEntries(this);
    }
  }

  /** See {@link Fault#slow}. */
  record Slow(Duration delay) implements Fault {
    @Override
    public void applyTo(Effects effects) {
      effects.slow(delay);
    }
  }

  /** See {@link Fault#loseAnswer}. */
  record LostAnswer() implements Fault {
    @Override
    public void applyTo(Effects effects) {
      effects.loseAnswer();
    }
  }

  /** See {@link Fault#breakConnection}. */
  record BrokenConnection() implements Fault {
    @Override
    public void applyTo(Effects effects) {
      effects.breakConnection();
    }
  }
}
