package io.github.dynamooutbox.kafka.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.MockProducer;
import org.junit.jupiter.api.Test;

class ProducerLinkTest {
  private final List<MockProducer<byte[], byte[]>> made = new ArrayList<>();
  private Runnable meanwhile = () -> {};
  private final ProducerLink link =
      new ProducerLink(
          () -> {
            made.add(new MockProducer<>());
            meanwhile.run();
            return made.get(made.size() - 1);
          });

  @Test
  void makesOneProducerAndAnotherOnlyAfterItIsAbandoned() throws InterruptedException {
    assertThat(link.producer()).containsSame(made.get(0));
    assertThat(link.producer()).containsSame(made.get(0));

    link.abandon(made.get(0));

    assertThat(made.get(0).closed()).isTrue();
    assertThat(link.producer()).containsSame(made.get(1));
  }

  @Test
  void servesSeveralThreads() throws Exception {
    link.producer();

    assertThat(CompletableFuture.supplyAsync(this::producer).get(10, TimeUnit.SECONDS))
        .isSameAs(made.get(0));
  }

  private Object producer() {
    try {
      return link.producer().orElseThrow();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Several requests may fail with the same producer. */
  @Test
  void keepsItsProducerWhereAnEarlierOneIsAbandonedAgain() throws InterruptedException {
    link.producer();
    link.abandon(made.get(0));
    link.producer();
    link.abandon(made.get(0));

    assertThat(link.producer()).containsSame(made.get(1));
    assertThat(made.get(1).closed()).isFalse();
  }

  @Test
  void closesItsProducerAndMakesNoOther() throws InterruptedException {
    link.producer();

    link.close();
    link.close();

    assertThat(made.get(0).closed()).isTrue();
    assertThat(link.producer()).isEmpty();
    assertThat(made).hasSize(1);
  }

  @Test
  void makesNoneOnceItIsClosed() throws InterruptedException {
    link.close();

    assertThat(link.producer()).isEmpty();
    assertThat(made).isEmpty();
  }

  @Test
  void closesAProducerThatWasMadeWhileItWasClosed() throws InterruptedException {
    meanwhile = link::close;

    assertThat(link.producer()).isEmpty();
    assertThat(made.get(0).closed()).isTrue();
  }
}
