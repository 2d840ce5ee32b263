package io.github.dynamooutbox.cli.internal.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class PageTest {
  private static final String FROM_DATA = "Order#\u001b[2J";

  private final StringWriter out = new StringWriter();

  @Test
  void coloursLinesAndLetsNoDataSteerTheTerminal() {
    Page page = new Page(new PrintWriter(out, true), new Style(true));

    page.bad(FROM_DATA);
    page.marked(page.style().good("fine"), FROM_DATA);

    assertThat(out.toString().lines())
        .containsExactly(
            "\u001b[31mOrder#\ufffd[2J\u001b[0m", "\u001b[32mfine\u001b[0m Order#\ufffd[2J");
  }

  @Test
  void writesPlainTextWhereThereIsNoTerminal() {
    Page page = new Page(new PrintWriter(out, true), new Style(false));

    page.warning("late");

    assertThat(out.toString().lines()).containsExactly("late");
  }

  /** Text from right to left must not move what stands beside it, nor may a character turn it. */
  @Test
  void letsNoDataTurnTheTextAroundIt() {
    Page page = new Page(new PrintWriter(out, true), new Style(false));

    page.table(Table.of("AGGREGATE", "CODE").row("Order#\u05d0\u202e", "X").row("Order#1", "Y"));

    assertThat(out.toString().lines())
        .containsExactly("AGGREGATE  CODE", "\u2068Order#\u05d0\ufffd\u2069   X", "Order#1    Y");
  }
}
