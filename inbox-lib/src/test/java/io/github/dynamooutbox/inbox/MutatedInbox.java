package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.inbox.InboxMutants.InboxMutant;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.tools.ToolProvider;

/** The inbox with a deliberate bug, and the model beside it: classes of their own. */
final class MutatedInbox extends URLClassLoader {
  private static final String PACKAGE = MutatedInbox.class.getPackageName() + '.';
  private static final Path SOURCES =
      Path.of(System.getProperty("basedir", "."), "src/main/java")
          .resolve(PACKAGE.replace('.', '/'));

  /**
   * @param output an empty directory for what is compiled
   */
  MutatedInbox(InboxMutant mutant, Path output) throws IOException {
    super(
        new URL[] {compiled(mutant, output), location(Inbox.class), location(InboxModel.class)},
        MutatedInbox.class.getClassLoader());
  }

  /** Runs a seed; throws what {@link InboxModel#run} throws. */
  MethodHandle model() throws ReflectiveOperationException {
    Class<?> model = loadClass(InboxModel.class.getName());
    MethodHandles.Lookup inside = MethodHandles.privateLookupIn(model, MethodHandles.lookup());
    return inside.findStatic(model, "run", MethodType.methodType(Map.class, long.class));
  }

  private static URL location(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  private static URL compiled(InboxMutant mutant, Path output) throws IOException {
    String source = Files.readString(SOURCES.resolve(mutant.file() + ".java"));
    String text = mutant.text().strip();
    int at = source.indexOf(text);
    if (at < 0 || source.indexOf(text, at + 1) >= 0) {
      throw new AssertionError(
          "\"%s\" does not apply: in %s.java this must stand exactly once:%n%s"
              .formatted(mutant, mutant.file(), text));
    }
    Path patched = output.resolve(mutant.file() + ".java");
    Files.writeString(patched, source.replace(text, mutant.by().strip()));
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                messages,
                messages,
                "-proc:none",
                "-nowarn",
                "-d",
                output.toString(),
                "-classpath",
                classPath,
                patched.toString());
    if (failed != 0) {
      throw new AssertionError(
          mutant + " does not compile: " + messages.toString(StandardCharsets.UTF_8));
    }
    return output.toUri().toURL();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        loaded = name.startsWith(PACKAGE) ? findClass(name) : super.loadClass(name, resolve);
      }
      return loaded;
    }
  }
}
