package io.github.dynamooutbox.relay.simulation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The relay with a deliberate bug, and the simulation beside it: classes of their own. */
final class MutatedRelay extends ClassLoader {
  private static final String PACKAGE = "io.github.dynamooutbox.relay.";
  private static final Path SOURCES =
      Path.of(
          System.getProperty("simulation.relay-core", System.getProperty("basedir", ".")),
          "src/main/java/io/github/dynamooutbox/relay");
  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  private final Map<String, byte[]> mutated;

  MutatedRelay(Mutant mutant) {
    super(MutatedRelay.class.getClassLoader());
    mutated = compiled(mutant.file(), patched(mutant));
  }

  /** Runs a seed; throws what {@link Simulation#run} throws. */
  MethodHandle simulation() throws ReflectiveOperationException {
    Class<?> simulation = loadClass(Simulation.class.getName());
    MethodHandles.Lookup inside = MethodHandles.privateLookupIn(simulation, MethodHandles.lookup());
    Class<?> result = loadClass(Simulation.Result.class.getName());
    return inside.findStatic(simulation, "run", MethodType.methodType(result, long.class));
  }

  private static String patched(Mutant mutant) {
    String source;
    try {
      source = Files.readString(SOURCES.resolve(mutant.file() + ".java"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int at = source.indexOf(mutant.text());
    if (at < 0 || source.indexOf(mutant.text(), at + 1) >= 0) {
      throw new AssertionError(
          "\"%s\" does not apply: in %s.java this must stand exactly once:%n%s"
              .formatted(mutant, mutant.file(), mutant.text()));
    }
    return source.replace(mutant.text(), mutant.by());
  }

  private static Map<String, byte[]> compiled(String file, String source) {
    Map<String, byte[]> classes = new HashMap<>();
    StringWriter messages = new StringWriter();
    StandardJavaFileManager files = COMPILER.getStandardFileManager(null, null, null);
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    boolean compiles =
        COMPILER
            .getTask(
                messages,
                new InMemory(files, classes),
                null,
                List.of("-proc:none", "-nowarn", "-classpath", classPath),
                null,
                List.of(new Source(file, source)))
            .call();
    if (!compiles) {
      throw new AssertionError(file + " does not compile: " + messages);
    }
    return classes;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        loaded = name.startsWith(PACKAGE) ? own(name) : super.loadClass(name, resolve);
      }
      return loaded;
    }
  }

  private Class<?> own(String name) throws ClassNotFoundException {
    byte[] bytes = mutated.get(name);
    if (bytes == null) {
      try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (file == null) {
          throw new ClassNotFoundException(name);
        }
        bytes = file.readAllBytes();
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String file, String text) {
      super(URI.create("mutant:///" + file + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, byte[]> classes;

    InMemory(JavaFileManager files, Map<String, byte[]> classes) {
      super(files);
      this.classes = classes;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("mutant:///" + name), kind) {
        @Override
        public OutputStream openOutputStream() {
          return new ByteArrayOutputStream() {
            @Override
            public void close() {
              classes.put(name, toByteArray());
            }
          };
        }
      };
    }
  }
}
