package io.github.dynamooutbox.cli.internal.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.operations.operate.SourceTable;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Where a command writes: what it found to standard output, as text or as one JSON document, and
 * everything else to standard error.
 */
public final class Output {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PrintWriter out;
  private final PrintWriter err;
  private final Style style;
  private final boolean json;
  private boolean inProgress;
  private @Nullable SourceTable about;
  private volatile boolean spoken;

  private Output(PrintWriter out, PrintWriter err, Style style, boolean json) {
    this.out = out;
    this.err = err;
    this.style = style;
    this.json = json;
  }

  /** Writes where the command line does, in its colours. */
  public static Output of(CommandLine command, boolean json) {
    Style style = new Style(command.getColorScheme().ansi().enabled());
    return new Output(command.getOut(), command.getErr(), style, json);
  }

  /**
   * Says each second or, where that is no terminal, every ten that work goes on, from the first
   * second until something else is written or this is closed.
   */
  public Waiting startWaiting() {
    return new Waiting();
  }

  /** Says that work goes on. */
  public final class Waiting implements AutoCloseable {
    private final long started = System.nanoTime();
    private final ScheduledExecutorService timer = RateLine.timer();

    @SuppressWarnings("FutureReturnValueIgnored") // ends with the timer
    private Waiting() {
      int seconds = isTerminal() ? 1 : 10;
      timer.scheduleAtFixedRate(this::say, 1, seconds, TimeUnit.SECONDS);
    }

    private void say() {
      if (!spoken) {
        show("Working, " + Ages.of(Duration.ofNanos(System.nanoTime() - started)));
      }
    }

    @Override
    public void close() {
      timer.shutdownNow();
      endProgress();
    }
  }

  /** Says which table everything else is about: in a note, and in each JSON document. */
  public void about(SourceTable table) {
    about = table;
    write("In " + table.described());
  }

  /** Writes what a command has found. */
  public void print(Report report) {
    beginResult();
    if (json) {
      out.println(text(withPlace(report.json())));
    } else {
      report.print(new Page(out, style));
    }
    out.flush();
  }

  /** Writes one item of a stream: with JSON, on a line of its own. */
  public void item(Report report) {
    beginResult();
    if (json) {
      out.println(report.json());
    } else {
      report.print(new Page(out, style));
    }
    out.flush();
  }

  private ObjectNode withPlace(ObjectNode document) {
    if (about == null) {
      return document;
    }
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    ObjectNode place =
        all.putObject("in")
            .put("table", about.name())
            .put("account", about.account())
            .put("region", about.region());
    about.endpoint().ifPresent(endpoint -> place.put("endpoint", endpoint.toString()));
    return all.setAll(document);
  }

  private static String text(JsonNode document) {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree is always JSON", e);
    }
  }

  /** Asks; the answer is read by the caller. */
  public void ask(String question) {
    beginResult();
    err.print(Style.printable(question));
    err.flush();
  }

  /** Shows progress; on a terminal, in place of the previous line. */
  void progress(String line) {
    spoken = true;
    show(line);
  }

  /** What is shown in place of another line must not be left before something else. */
  private void beginResult() {
    spoken = true;
    endProgress();
  }

  private synchronized void show(String line) {
    if (style.colour()) {
      err.print("\r\u001b[K" + Style.printable(line));
      inProgress = true;
    } else {
      err.println(Style.printable(line));
    }
    err.flush();
  }

  synchronized void endProgress() {
    if (inProgress) {
      err.println();
      err.flush();
      inProgress = false;
    }
  }

  boolean isTerminal() {
    return style.colour();
  }

  /** Writes a line about what is going on, to standard error. */
  public void note(String line) {
    beginResult();
    write(line);
  }

  private synchronized void write(String line) {
    err.println(Style.printable(line));
    err.flush();
  }

  public boolean isJson() {
    return json;
  }
}
