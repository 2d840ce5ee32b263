package io.github.dynamooutbox.cli.internal.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShellTest {
  @Test
  void leavesPlainWordsAsTheyAre() {
    assertThat(Shell.quoted("orders-bus.v2_1")).isEqualTo("orders-bus.v2_1");
  }

  @Test
  void quotesWhatAShellWouldRead() {
    assertThat(Shell.quoted("*")).isEqualTo("'*'");
    assertThat(Shell.quoted("")).isEqualTo("''");
    assertThat(Shell.quoted("Order#1")).isEqualTo("'Order#1'");
    assertThat(Shell.quoted("Order#x'; echo")).isEqualTo("'Order#x'\\''; echo'");
  }
}
