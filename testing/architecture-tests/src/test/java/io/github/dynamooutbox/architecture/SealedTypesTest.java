package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.InstanceofCheck;
import com.tngtech.archunit.core.domain.JavaClass;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * A new kind of a sealed type must not pass unseen: nobody asks with {@code instanceof} which kind
 * it has. What differs by kind is a method of the type itself, a fold or a visitor, and does not
 * compile until it knows the new kind.
 *
 * <p>Relay events are exempt: an observer counts or logs those it knows, and ignores all others.
 */
class SealedTypesTest {
  @Test
  void seesSealedTypes() throws ClassNotFoundException {
    assertThat(sealedTypes())
        .extracting(Class::getSimpleName)
        .contains("Payload", "PublishOutcome", "BatchOutcome", "CommitResult");
  }

  @Test
  void nobodyAsksForTheKindOfASealedType() throws ClassNotFoundException {
    Set<String> questions = new TreeSet<>();
    for (Class<?> sealed : sealedTypes()) {
      questions.addAll(questionsAbout(sealed));
    }
    assertThat(questions).isEmpty();
  }

  private static Set<String> questionsAbout(Class<?> sealed) {
    Set<String> kinds = new HashSet<>();
    Arrays.stream(sealed.getPermittedSubclasses()).forEach(kind -> kinds.add(kind.getName()));
    Set<String> questions = new TreeSet<>();
    for (JavaClass asking : MainClasses.ALL) {
      for (InstanceofCheck question : asking.getInstanceofChecks()) {
        String kind = question.getRawType().getName();
        if (kinds.contains(kind) && !kind.equals(asking.getName())) {
          questions.add(
              "%s:%d asks for %s".formatted(asking.getName(), question.getLineNumber(), kind));
        }
      }
    }
    return questions;
  }

  /**
   * Without exceptions: they are caught by type, and one that nobody catches does not pass unseen.
   */
  private static List<Class<?>> sealedTypes() throws ClassNotFoundException {
    Set<Class<?>> sealed = new HashSet<>();
    for (JavaClass each : MainClasses.ALL) {
      if (!each.isAssignableTo(Throwable.class)) {
        Class<?> type =
            Class.forName(each.getName(), false, SealedTypesTest.class.getClassLoader());
        if (type.isSealed() && !type.equals(RelayEvent.class)) {
          sealed.add(type);
        }
      }
    }
    return List.copyOf(sealed);
  }
}
