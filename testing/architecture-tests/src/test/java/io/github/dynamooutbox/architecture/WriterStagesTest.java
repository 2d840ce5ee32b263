package io.github.dynamooutbox.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The direction of the writer's internal packages. That none of them uses the public types, which
 * are built on them, follows from {@link ModuleRulesTest}.
 */
class WriterStagesTest {
  private static final String INTERNAL = "io.github.dynamooutbox.writer.internal.";

  /** Each stage with those that it may use. */
  private static final Map<String, Set<String>> USES =
      Map.of(
          "size", Set.of(),
          "plan", Set.of("size"),
          "check", Set.of("plan", "size"),
          "encode", Set.of("plan", "size"),
          "commit", Set.of(),
          "settle", Set.of("plan", "size"));

  @ParameterizedTest
  @ValueSource(strings = {"size", "plan", "check", "encode", "commit", "settle"})
  void eachStageUsesOnlyThoseBelowIt(String stage) {
    List<String> others =
        USES.keySet().stream()
            .filter(other -> !other.equals(stage) && !USES.get(stage).contains(other))
            .map(other -> INTERNAL + other)
            .toList();

    noClasses()
        .that()
        .resideInAPackage(INTERNAL + stage)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others.toArray(String[]::new))
        .check(MainClasses.ALL);
  }
}
