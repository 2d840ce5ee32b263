package io.github.dynamooutbox.aws.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.relay.internal.route.Routed;
import io.github.dynamooutbox.relay.internal.route.Router;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the schema lets a pattern name, the router really looks at. */
class RouteMetadataTest {
  @ParameterizedTest
  @MethodSource("names")
  void aPatternOnItCanMatch(String name) {
    String condition =
        name.equals("headers") ? "{\"channel\": [{\"exists\": true}]}" : "[{\"exists\": true}]";
    RelayConfig config =
        RelayConfig.parse(
            """
            {"table": {"name": "orders"},
             "targets": {"bus": {"type": "eventbridge", "busName": "orders"}},
             "routes": [{"match": {"%s": %s}, "to": ["bus"]}]}
            """
                .formatted(name, condition));
    assertThat(new Router(config.rules()).route(Samples.full().envelope()))
        .isEqualTo(new Routed(Routed.Kind.TO_TARGETS, Set.of("bus")));
  }

  static List<String> names() {
    List<String> names = new ArrayList<>(MatchReader.KEYS.keys().stream().map(Key::name).toList());
    names.remove("$or");
    assertThat(names).hasSize(12);
    return names;
  }
}
