package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.dynamooutbox.infra.SynthesisCheck.From;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each check refuses what is wrong wherever it comes from: the document, constructs, or the stack's
 * environment. The documentation lists them, each with where values come from.
 */
@NeedsNode
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SynthesisCheckTest {
  private static final Path LIST = Path.of("../docs/api/synthesis.checks");

  /** What other versions of aws-cdk-lib know. */
  private static final String MORE = " ...";

  Stream<RefusedApp> refused() {
    return Stream.of(
            RefusedDocuments.all(),
            new RefusedPlaces().all(),
            new RefusedTables().all(),
            new RefusedSettings().all(),
            new RefusedNeighbours().all())
        .flatMap(each -> each);
  }

  @ParameterizedTest
  @MethodSource("refused")
  void refuses(RefusedApp app) {
    assertThat(Problems.of(app.synthesis()::run))
        .anySatisfy(
            problem -> {
              if (app.problem().endsWith(MORE)) {
                assertThat(problem).startsWith(app.problem().replace(MORE, ""));
              } else {
                assertThat(problem).isEqualTo(app.problem());
              }
            });
  }

  @Test
  void refusesFromWhereverItSays() {
    Map<SynthesisCheck, Set<From>> cases =
        refused()
            .collect(
                Collectors.groupingBy(
                    RefusedApp::check,
                    Collectors.mapping(
                        RefusedApp::from,
                        Collectors.toCollection(() -> EnumSet.noneOf(From.class)))));
    assertThat(cases)
        .isEqualTo(
            Arrays.stream(SynthesisCheck.values())
                .collect(Collectors.toMap(check -> check, SynthesisCheck::from)));
  }

  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.AcceptedApps#all")
  void accepts(AcceptedApp app) {
    assertThatCode(app.synthesis()::run).as(app.name()).doesNotThrowAnyException();
  }

  /** Write it anew with {@code -Doutbox.snapshots=write}. */
  @Test
  void isInTheDocumentation() throws IOException {
    String list =
        Arrays.stream(SynthesisCheck.values())
            .map(
                check ->
                    check.from().stream()
                        .sorted()
                        .map(from -> from.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", ", check.what() + " (", ")\n")))
            .collect(Collectors.joining());
    if ("write".equals(System.getProperty("outbox.snapshots"))) {
      Files.writeString(LIST, list);
    }
    assertThat(LIST).hasContent(list);
    assertThat(List.of(SynthesisCheck.values()))
        .extracting(SynthesisCheck::what)
        .doesNotHaveDuplicates();
  }
}
