package io.github.dynamooutbox.cli.internal.session;

import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import picocli.CommandLine.Option;

/** Asks before something is changed. */
public final class Confirmation {
  /** Set by the launcher: whether there is a terminal at which somebody can answer. */
  private static final String ASKS = "outbox.cli.asks";

  @Option(names = "--dry-run", description = "Shows what would be done, and changes nothing.")
  private boolean dryRun;

  @Option(names = "--yes", description = "Does not ask for confirmation.")
  private boolean yes;

  public boolean isDryRun() {
    return dryRun;
  }

  /**
   * Asks, unless {@code --yes} answers. The question names account, region and table.
   *
   * @return false if the answer is no
   * @throws OperatorException if there is nobody to ask
   */
  public boolean isGiven(Session session, String what) {
    String question = "%s In %s.".formatted(what, session.place().described());
    if (yes) {
      return true;
    }
    Output output = session.output();
    if (!Boolean.getBoolean(ASKS)) {
      throw new OperatorException(
          Kind.INPUT,
          question
              + " There is no terminal to ask at: add --yes to do it, or --dry-run to see more");
    }
    output.ask(question + " [y/N] ");
    boolean given = answer().strip().toLowerCase(Locale.ROOT).matches("y|yes");
    if (!given) {
      output.note("Nothing was changed.");
    }
    return given;
  }

  private static String answer() {
    try {
      String line =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
      return line == null ? "" : line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
