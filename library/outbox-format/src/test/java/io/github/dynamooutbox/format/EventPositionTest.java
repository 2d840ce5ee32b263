package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventPositionTest {
  @ParameterizedTest
  @CsvSource({"0, 0, 1", "7, 0, 1", "7, 1, 3", "9223372036854775807, 999998, 999999"})
  void isReadAsItWasWritten(long version, int index, int count) {
    EventPosition position = new EventPosition(version, index, count);
    assertThat(EventPosition.parse(position.sequence(), position.sequenceCount()))
        .isEqualTo(position);
  }

  @Test
  void isTextThatSorts() {
    assertThat(new EventPosition(7, 1, 3).sequence()).isEqualTo("0000000000000000007.000001");
    assertThat(new EventPosition(9, 0, 1).sequence())
        .isLessThan(new EventPosition(10, 0, 1).sequence());
    assertThat(
            List.of(
                new EventPosition(9, 7, 8),
                new EventPosition(10, 0, 3),
                new EventPosition(10, 1, 2),
                new EventPosition(10, 1, 3),
                new EventPosition(10, 2, 3)))
        .isSorted();
  }

  @Test
  void countsOnlyWhereThereIsMoreThanOne() {
    assertThat(new EventPosition(7, 0, 1).sequenceCount()).isEmpty();
    assertThat(new EventPosition(7, 0, 2).sequenceCount()).contains("2");
  }

  @Test
  void isFollowedInItsRecordAndThenByTheNextVersion() {
    assertThat(new EventPosition(7, 0, 2).nextSequence()).isEqualTo("0000000000000000007.000001");
    assertThat(new EventPosition(7, 1, 2).nextSequence()).isEqualTo("0000000000000000008.000000");
  }

  @Test
  void nothingFollowsTheLastVersion() {
    assertThatThrownBy(() -> new EventPosition(Long.MAX_VALUE, 0, 1).nextSequence())
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("overflow");
  }

  @ParameterizedTest
  @CsvSource({
    "'', 1",
    "7, 1",
    "0000000000000000007-000000, 1",
    "000000000000000000x.000000, 1",
    "+000000000000000007.000000, 1",
    "9999999999999999999.000000, 1",
    "0000000000000000007.000001, 1",
    "0000000000000000007.000001,",
    "0000000000000000007.000000, 0",
    "0000000000000000007.000000, two"
  })
  void refusesWhatIsNoPosition(String sequence, String count) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EventPosition.parse(sequence, Optional.ofNullable(count)))
        .withMessageContaining("sequence \"" + sequence + '"');
  }
}
