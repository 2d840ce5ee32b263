package io.github.dynamooutbox.aws.examine;

import io.github.dynamooutbox.aws.examine.Finding.Verdict;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFindings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/** Collects findings. Not thread-safe. */
public final class Examination {
  private static final Set<String> NOT_THERE =
      Set.of(
          "AWS.SimpleQueueService.NonExistentQueue",
          "QueueDoesNotExist",
          "NoSuchBucket",
          "NoSuchEntity",
          "NotFound",
          "NotFoundException",
          "ResourceNotFoundException",
          "ResourceNotFound");

  /** What a look has found so far that has not ended yet, in its thread. */
  private static final ThreadLocal<@Nullable List<Finding>> UNFINISHED = new ThreadLocal<>();

  private final List<Finding> findings = new ArrayList<>();
  private final Consumer<String> waiting;
  private final Optional<UnansweredTime> patience;
  private final Consumer<Finding> listener;

  /** Waits for answers without a word. */
  public Examination() {
    this(notice -> {});
  }

  /**
   * @param waiting is told which answer is waited for, if it takes longer than two seconds; on
   *     another thread
   */
  public Examination(Consumer<String> waiting) {
    this(waiting, Optional.empty(), finding -> {});
  }

  /**
   * Ends in time.
   *
   * @param waiting is told which answer is waited for, if it takes longer than two seconds; on
   *     another thread
   * @param unanswered how long to wait, all in all, for what does not answer; then nothing more is
   *     examined
   * @param listener notified of each finding as soon as there is one
   */
  public Examination(Consumer<String> waiting, Duration unanswered, Consumer<Finding> listener) {
    this(waiting, Optional.of(new UnansweredTime(unanswered)), listener);
  }

  private Examination(
      Consumer<String> waiting, Optional<UnansweredTime> patience, Consumer<Finding> listener) {
    this.waiting = waiting;
    this.patience = patience;
    this.listener = listener;
  }

  /** The findings so far, in the order in which they were made. */
  public List<Finding> findings() {
    return List.copyOf(findings);
  }

  /** For a target's own examination, which does not name its subject. */
  public TargetFindings about(String subject) {
    return new TargetExamination(this, subject);
  }

  /** Records that something is as it should be. */
  public void fine(String subject, String fact) {
    add(new Finding(Verdict.FINE, subject, fact, Optional.empty()));
  }

  /** Records what could be better. */
  public void advise(String subject, String fact, String remedy) {
    add(new Finding(Verdict.ADVICE, subject, fact, Optional.of(remedy)));
  }

  /** Records what could not be examined. */
  public void unchecked(String subject, String fact, String remedy) {
    add(new Finding(Verdict.UNCHECKED, subject, fact, Optional.of(remedy)));
  }

  /** Records what is wrong. */
  public void wrong(String subject, String fact, String remedy) {
    add(new Finding(Verdict.WRONG, subject, fact, Optional.of(remedy)));
  }

  /**
   * Examines something in AWS. A failed call is a finding, too: {@code WRONG} if the resource does
   * not exist, {@code UNCHECKED} if it may not be read or cannot be reached.
   *
   * @param subject what is examined
   * @param right the actions that have to be allowed for it
   * @param look makes the calls, and records what it finds
   */
  public void look(String subject, String right, Runnable look) {
    if (patience.isEmpty() || UNFINISHED.get() != null) {
      attempt(subject, right, look);
    } else {
      look(subject, () -> attempt(subject, right, look), patience.get());
    }
  }

  private void look(String subject, Runnable attempt, UnansweredTime left) {
    if (left.isOver()) {
      unchecked(
          subject,
          "was not examined, because too much did not answer",
          "run the examination again once the others answer");
      return;
    }
    List<Finding> found = new ArrayList<>();
    boolean isAnswered =
        left.await(
            () -> {
              UNFINISHED.set(found);
              attempt.run();
            });
    if (isAnswered) {
      found.forEach(this::add);
    } else {
      unchecked(subject, "does not answer", "check region, credentials, endpoint and network");
    }
  }

  private void add(Finding finding) {
    List<Finding> own = UNFINISHED.get();
    if (own == null) {
      findings.add(finding);
      listener.accept(finding);
    } else {
      own.add(finding);
    }
  }

  private void attempt(String subject, String right, Runnable look) {
    WaitNotice notice = WaitNotice.of("%s of %s".formatted(right, subject), waiting);
    try {
      look.run();
    } catch (AwsServiceException e) {
      refused(subject, right, code(e));
    } catch (SdkException e) {
      unchecked(
          subject,
          "cannot be reached (%s)".formatted(e.getMessage()),
          "check region, credentials, endpoint and network");
    } finally {
      notice.close();
    }
  }

  private void refused(String subject, String right, String code) {
    if (NOT_THERE.contains(code)) {
      wrong(subject, "does not exist here", "create it, or correct its name, region or profile");
    } else {
      unchecked(
          subject,
          "cannot be read (%s)".formatted(code),
          "check that it exists and that %s is allowed".formatted(right));
    }
  }

  static String code(AwsServiceException failure) {
    return Optional.ofNullable(failure.awsErrorDetails())
        .map(AwsErrorDetails::errorCode)
        .orElse("HTTP " + failure.statusCode());
  }

  /**
   * How much longer to wait for what does not answer. What answers soon costs nothing of it,
   * however many requests there are. Used by one thread.
   */
  private static final class UnansweredTime {
    /** An answer that takes longer than this counts as late. */
    private static final Duration SOON = Duration.ofSeconds(2);

    private Duration left;

    UnansweredTime(Duration all) {
      left = all;
    }

    boolean isOver() {
      return left.isNegative() || left.isZero();
    }

    /**
     * Runs something in a thread of its own; false if it has not ended in time, and is left alone.
     */
    boolean await(Runnable work) {
      FutureTask<Void> task = new FutureTask<>(work, null);
      Thread thread = new Thread(task, "outbox-examination");
      thread.setDaemon(true);
      long start = System.nanoTime();
      thread.start();
      try {
        task.get(left.toNanos(), TimeUnit.NANOSECONDS);
        return true;
      } catch (TimeoutException e) {
        thread.interrupt();
        return false;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException failure
            ? failure
            : new IllegalStateException(e.getCause());
      } finally {
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        if (took.compareTo(SOON) > 0) {
          left = left.minus(took);
        }
      }
    }
  }

  /** Records what a target's own examination finds, with the target as its subject. */
  record TargetExamination(Examination examination, String subject) implements TargetFindings {
    static void of(TargetConfig target, Examination examination) {
      target.examine(examination.about("target \"" + target.name() + '"'));
    }

    @Override
    public void fine(String fact) {
      examination.fine(subject, fact);
    }

    @Override
    public void advise(String fact, String remedy) {
      examination.advise(subject, fact, remedy);
    }

    @Override
    public void unchecked(String fact, String remedy) {
      examination.unchecked(subject, fact, remedy);
    }

    @Override
    public void wrong(String fact, String remedy) {
      examination.wrong(subject, fact, remedy);
    }

    @Override
    public void look(String right, Runnable look) {
      examination.look(subject, right, look);
    }
  }
}
