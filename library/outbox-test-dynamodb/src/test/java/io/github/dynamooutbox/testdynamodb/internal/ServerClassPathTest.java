package io.github.dynamooutbox.testdynamodb.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** As in a project of a user's, which does not have this build's resource. */
class ServerClassPathTest {
  @Test
  void withoutDynamoDbLocalItSaysWhatToAdd() {
    assertThatExceptionOfType(InvocationTargetException.class)
        .isThrownBy(() -> findWith(List.of()))
        .satisfies(
            e ->
                assertThat(e.getCause())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                        "DynamoDB Local is not on the class path of the tests: add"
                            + " com.amazonaws:DynamoDBLocal in test scope")
                    .hasCauseInstanceOf(ClassNotFoundException.class));
  }

  @Test
  void dynamoDbLocalOnTheClassPathOfTheTestsIsUsed() throws Exception {
    String named = ServerClassPath.find();
    List<String> server =
        Arrays.stream(named.split(File.pathSeparator))
            .filter(jar -> jar.contains("DynamoDBLocal"))
            .toList();
    assertThat(server).hasSize(1);
    assertThat(findWith(server))
        .isNotEqualTo(named)
        .contains(Path.of("target", "test-classes").toString());
  }

  private static String findWith(List<String> jars) throws Exception {
    List<URL> urls = new ArrayList<>();
    urls.add(ServerClassPath.class.getProtectionDomain().getCodeSource().getLocation());
    for (String jar : jars) {
      urls.add(Path.of(jar).toUri().toURL());
    }
    try (URLClassLoader users =
        new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      return (String)
          users.loadClass(ServerClassPath.class.getName()).getMethod("find").invoke(null);
    }
  }
}
