package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.aws.control.Segmentation.Part;
import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.park.UnparkableException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** An append is split only where it has to be, and nothing is lost or moved by it. */
class SegmentationTest {
  /** Quota of DynamoDB for an item, which has a key and two names besides. */
  private static final int ITEM_BYTES = 400 * 1024;

  @Test
  void smallEventsShareAPartUpToAThousand() {
    List<ParkedEvent> events = new ArrayList<>();
    for (int i = 0; i < 2500; i++) {
      events.add(Parked.event(Parked.LANE, i, 0));
    }
    assertThat(counts(events.subList(0, 1))).containsExactly(1);
    assertThat(counts(events.subList(0, 1000))).containsExactly(1000);
    assertThat(counts(events.subList(0, 1001))).containsExactly(1000, 1);
    assertThat(counts(events)).containsExactly(1000, 1000, 500);
    assertThat(Segmentation.of(events)).isEqualTo(Segmentation.of(events));
  }

  @Test
  void noPartHasMoreThanAMebibyteBeforeItIsDeflated() {
    int half = 1 << 19;
    assertThat(counts(List.of(ofSize(1, half), ofSize(2, half)))).containsExactly(2);
    assertThat(counts(List.of(ofSize(1, half), ofSize(2, half + 1)))).containsExactly(1, 1);
    assertThat(counts(List.of(ofSize(1, half), ofSize(2, half), ofSize(3, half), ofSize(4, half))))
        .containsExactly(2, 2);
    assertThat(counts(List.of(ofSize(1, 3 * half), ofSize(2, half)))).containsExactly(1, 1);
  }

  /** An event of this many bytes before it is deflated, most of them zero. */
  private static ParkedEvent ofSize(int position, int bytes) {
    int others = plain(event(position, new byte[bytes])) - bytes;
    ParkedEvent event = event(position, new byte[bytes - others]);
    assertThat(plain(event)).isEqualTo(bytes);
    return event;
  }

  private static int plain(ParkedEvent event) {
    return SegmentCodec.record(event.item()).length + SegmentCodec.event(event, 0).length;
  }

  @Test
  void aRecordIsStoredOnceHoweverManyOfItsEventsAre() {
    ParkedEvent first = event(7, noise(new Random(1), 350_000));
    for (int count : new int[] {1, 300, 12_000}) {
      List<ParkedEvent> events = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        Place place = first.place();
        events.add(
            Parked.event(
                new Place(place.lane(), place.position(), place.record(), i),
                first.cause(),
                first.item()));
      }
      assertThat(counts(events)).containsExactly(count);
      assertThat(Segmentation.of(events).get(0).data().asByteArrayUnsafe().length)
          .isLessThan(350_000 + 1_024);
    }
  }

  @Test
  void whatDoesNotDeflateIsHalvedUntilItFits() {
    List<ParkedEvent> events = new ArrayList<>();
    Random random = new Random(1);
    for (int i = 0; i < 7; i++) {
      events.add(event(i, noise(random, 100_000)));
    }
    assertThat(counts(events)).containsExactly(3, 2, 2);
  }

  @Test
  void singleEventFitsOrIsRefused() {
    byte[] noise = noise(new Random(1), ITEM_BYTES);
    int least = FormatLimits.MAX_RECORD_BYTES;
    int most = ITEM_BYTES;
    while (most - least > 1) {
      int middle = (least + most) / 2;
      if (fits(event(7, Arrays.copyOf(noise, middle)))) {
        least = middle;
      } else {
        most = middle;
      }
    }
    ParkedEvent tooLarge = event(7, Arrays.copyOf(noise, most));
    int bytes = deflated(tooLarge);
    // The greatest one fills an item, but for its key and its names.
    assertThat(bytes).isEqualTo(ITEM_BYTES - 4096 + 1);
    assertThat(deflated(event(7, Arrays.copyOf(noise, least)))).isEqualTo(bytes - 1);
    assertThatExceptionOfType(UnparkableException.class)
        .isThrownBy(() -> Segmentation.of(List.of(tooLarge)))
        .withMessage(
            "record %s cannot be parked: %d bytes deflated, but an item holds at most %d",
            tooLarge.place().record(), bytes, bytes - 1);
  }

  private static boolean fits(ParkedEvent event) {
    try {
      return Segmentation.of(List.of(event)).size() == 1;
    } catch (UnparkableException tooLarge) {
      return false;
    }
  }

  private static int deflated(ParkedEvent event) {
    return Parked.form(event).length;
  }

  /** How many events each part has, having read them again. */
  private static List<Integer> counts(List<ParkedEvent> events) {
    List<ParkedEvent> read = new ArrayList<>();
    List<Integer> counts = new ArrayList<>();
    for (Part part : Segmentation.of(events)) {
      List<ParkedEvent> some = SegmentCodec.decode(part.data().asByteArray());
      assertThat(part.events()).isEqualTo(some.size());
      assertThat(part.data().asByteArrayUnsafe().length).isLessThan(ITEM_BYTES - 4096);
      counts.add(part.events());
      read.addAll(some);
    }
    assertThat(read).isEqualTo(events);
    return counts;
  }

  private static ParkedEvent event(long position, byte[] data) {
    ParkedEvent event = Parked.event(Parked.LANE, position, 0);
    return Parked.event(event.place(), event.cause(), Item.of("b", Attribute.binary(data)));
  }

  private static byte[] noise(Random random, int length) {
    byte[] noise = new byte[length];
    random.nextBytes(noise);
    return noise;
  }
}
