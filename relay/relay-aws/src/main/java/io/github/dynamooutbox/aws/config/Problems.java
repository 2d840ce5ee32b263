package io.github.dynamooutbox.aws.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Collects errors, so that all of them can be reported at once. */
final class Problems {
  private final List<String> found = new ArrayList<>();

  void add(String path, String message) {
    found.add((path.isEmpty() ? "document" : path) + ": " + message);
  }

  boolean none() {
    return found.isEmpty();
  }

  /**
   * @throws ConfigException if there are any
   */
  void throwIfAny() {
    if (!found.isEmpty()) {
      throw new ConfigException(found);
    }
  }

  /** "did you mean x?" if a known name is close, otherwise the known names. */
  static String hint(String name, Collection<String> known) {
    return NearestName.of(name, known)
        .map(nearest -> "did you mean \"" + nearest + "\"?")
        .orElseGet(() -> "known: " + sorted(known));
  }

  static String sorted(Collection<String> names) {
    return String.join(", ", names.stream().sorted().toList());
  }

  /** Guesses which name was meant. */
  private static final class NearestName {
    private NearestName() {}

    /** The known name with the fewest edits, if those are few for its length. */
    static Optional<String> of(String name, Collection<String> known) {
      return known.stream()
          .filter(candidate -> edits(name, candidate) <= Math.max(1, candidate.length() / 3))
          .min(
              Comparator.<String>comparingInt(candidate -> edits(name, candidate))
                  .thenComparing(Comparator.naturalOrder()));
    }

    /** Levenshtein distance, without regard to case. */
    private static int edits(String left, String right) {
      String a = left.toLowerCase(Locale.ROOT);
      String b = right.toLowerCase(Locale.ROOT);
      int[] row = new int[b.length() + 1];
      for (int j = 0; j <= b.length(); j++) {
        row[j] = j;
      }
      for (int i = 1; i <= a.length(); i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= b.length(); j++) {
          int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
          diagonal = row[j];
          row[j] = Math.min(replaced, 1 + Math.min(row[j - 1], row[j]));
        }
      }
      return row[b.length()];
    }
  }
}
