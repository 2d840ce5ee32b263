package io.github.dynamooutbox.infra;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import software.amazon.awscdk.App;
import software.amazon.awscdk.AppProps;

/**
 * Synthesises every document of a directory, in a process of its own that has the app's class path
 * and not the tests'.
 */
final class AppOfExamples {
  private AppOfExamples() {}

  /** Writes a directory for each document of the second argument into the first. */
  public static void main(String[] arguments) throws IOException {
    Path documents = Path.of(arguments[1]);
    try (DirectoryStream<Path> examples = Files.newDirectoryStream(documents, "*.json")) {
      for (Path example : examples) {
        String name = example.getFileName().toString().replace(".json", "");
        Path out = Path.of(arguments[0], name);
        App app = new App(AppProps.builder().outdir(out.toString()).build());
        OutboxStack.all(app, OutboxConfig.read(example), Synthesised::artifacts);
        app.synth();
      }
    }
  }

  /** The text of a stack's template, which is the example's only one unless it is named. */
  static String template(Path out, String example) throws IOException {
    String[] parts = example.split("\\.", 2);
    String file = (parts.length == 1 ? "*" : parts[1]) + ".template.json";
    try (DirectoryStream<Path> found = Files.newDirectoryStream(out.resolve(parts[0]), file)) {
      return Files.readString(found.iterator().next());
    }
  }
}
