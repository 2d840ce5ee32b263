package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.EventPosition;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OrderGuardTest {
  static List<OrderGuard> guards() {
    return List.of(
        OrderGuard.everyEvent(DeliveryMode.IN_ORDER, OnGap.PARK),
        OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.WAIT).firstVersion(7).startAnywhere(),
        OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.ACCEPT).onLate(OnLate.HANDLE),
        OrderGuard.someEvents(DeliveryMode.IN_ORDER));
  }

  @ParameterizedTest
  @MethodSource("guards")
  void settingOneThingKeepsTheOthers(OrderGuard guard) {
    String fifth = new EventPosition(5, 0, 1).sequence();

    assertThat(fields(guard.onLate(OnLate.HANDLE))).isEqualTo(with(guard, "onLate", OnLate.HANDLE));
    assertThat(fields(guard.onLate(OnLate.REPORT))).isEqualTo(with(guard, "onLate", OnLate.REPORT));
    assertThat(fields(guard.startAnywhere())).isEqualTo(with(guard, "startsAnywhere", true));
    Map<String, Object> fromFifth = with(guard, "startsAnywhere", false);
    fromFifth.put("firstVersion", 5L);
    fromFifth.put("firstSequence", fifth);
    assertThat(fields(guard.firstVersion(5))).isEqualTo(fromFifth);
  }

  private static Map<String, Object> with(OrderGuard guard, String name, Object value) {
    Map<String, Object> fields = fields(guard);
    assertThat(fields.put(name, value)).isNotNull();
    return fields;
  }

  private static Map<String, Object> fields(OrderGuard guard) {
    Map<String, Object> fields = new TreeMap<>();
    for (Field field : OrderGuard.class.getDeclaredFields()) {
      try {
        field.setAccessible(true);
        fields.put(field.getName(), field.get(guard));
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
    }
    return fields;
  }

  @Test
  void refusesWhatCannotWork() {
    OrderGuard guard = OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.WAIT);

    assertThatExceptionOfType(InvalidInboxException.class)
        .isThrownBy(() -> guard.firstVersion(-1))
        .withMessage("order guard: the first version is -1; it must be 0 or more");
    assertThatExceptionOfType(InvalidInboxException.class)
        .isThrownBy(() -> OrderGuard.everyEvent(DeliveryMode.IN_ORDER, OnGap.WAIT))
        .withMessage(
            "order guard: WAIT does not work with IN_ORDER, because a waiting event holds up those"
                + " that it waits for; use PARK or ACCEPT");
  }
}
