package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.App;
import software.constructs.Construct;

/**
 * The example of an app that has this module as a library: it is compiled and synthesised, with the
 * functions' jars that are found. {@code .ci/library} installs the modules and builds its project.
 */
@NeedsNode
class LibraryIT {
  private static final Path SOURCE = Path.of("examples/library/src/main/java/shop/ShopApp.java");

  @TempDir private Path classes;

  @Test
  void synthesisesWithTheFunctionsOfItsVersion() throws Exception {
    compile();
    App app = new App();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
      loader.loadClass("shop.ShopApp").getMethod("stack", Construct.class).invoke(null, app);
    }
    JsonNode resources =
        new ObjectMapper()
            .readTree(Path.of(app.synth().getDirectory(), "Shop.template.json").toFile())
            .path("Resources");
    assertThat(resources.findValuesAsText("Type"))
        .contains("AWS::Lambda::EventSourceMapping", "AWS::Events::EventBus", "AWS::SNS::Topic");
    try (var assets = Files.list(Path.of(app.synth().getDirectory()))) {
      assertThat(assets.filter(each -> each.getFileName().toString().endsWith(".jar")))
          .as("the functions' jars of relay and heartbeat")
          .hasSize(2);
    }
  }

  private void compile() throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of("-proc:none", "-Xlint:all,-processing", "-d", classes.toString());
      assertThat(
              compiler
                  .getTask(said, files, null, options, null, files.getJavaFileObjects(SOURCE))
                  .call())
          .as(said.toString())
          .isTrue();
    }
  }
}
