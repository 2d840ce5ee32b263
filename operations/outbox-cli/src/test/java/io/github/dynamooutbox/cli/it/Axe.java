package io.github.dynamooutbox.cli.it;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The rules for accessible pages, run in the page that a browser shows. */
final class Axe {
  private Axe() {}

  /** What breaks them, a line for each; empty if nothing does. */
  static String violations(Browser browser) throws Exception {
    try (InputStream script =
        Axe.class.getResourceAsStream(
            "/META-INF/resources/webjars/axe-core/%s/axe.min.js"
                .formatted(System.getProperty("outbox.axe-core.version")))) {
      browser.evaluate(
          new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8)
              + "; true");
    }
    JsonNode found =
        browser.evaluate(
            "axe.run().then((all) => all.violations.map((each) => each.id + ': ' +"
                + " each.nodes.map((node) => node.html + ' ' + node.failureSummary).join('; ')))");
    StringBuilder text = new StringBuilder();
    found.forEach(each -> text.append(each.asText()).append('\n'));
    return text.toString();
  }
}
