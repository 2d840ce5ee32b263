package io.github.dynamooutbox.localaws.function;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringTokenizer;

/**
 * The native code of AWS's runtime client, unpacked once for all processes of this JVM.
 *
 * <p>By default each process unpacks it to the same file in {@code /tmp}, which is safe in Lambda,
 * with one process per machine. Here, of two processes that start at once, one could load what the
 * other is still writing, and crash.
 */
final class RuntimeLibrary {
  private static final String PROPERTY =
      "com.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI";

  private static final Optional<Path> FILE = unpack();

  private RuntimeLibrary() {}

  /**
   * The option that tells the client where its library is; empty if it has none for this machine.
   */
  static Optional<String> jvmOption() {
    return FILE.map(file -> "-D" + PROPERTY + "=" + file);
  }

  private static Optional<Path> unpack() {
    try (URLClassLoader client = new URLClassLoader(jars(), null)) {
      URL library = client.findResource("jni/libaws-lambda-jni." + platform() + ".so");
      if (library == null) {
        return Optional.empty();
      }
      Path file = Files.createTempFile("libaws-lambda-jni", ".so");
      file.toFile().deleteOnExit();
      try (var from = library.openStream()) {
        Files.write(file, from.readAllBytes());
      }
      return Optional.of(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot unpack the runtime client's library", e);
    }
  }

  private static URL[] jars() throws IOException {
    List<URL> urls = new ArrayList<>();
    var jars = new StringTokenizer(FunctionInstance.runtimeClassPath(), File.pathSeparator);
    while (jars.hasMoreTokens()) {
      urls.add(Path.of(jars.nextToken()).toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }

  /** The platform as the client names it: by C library and processor. */
  private static String platform() {
    boolean arm = System.getProperty("os.arch").equals("aarch64");
    boolean musl = Files.exists(Path.of("/lib/ld-musl-" + (arm ? "aarch64" : "x86_64") + ".so.1"));
    return (musl ? "linux_musl-" : "linux-") + (arm ? "aarch_64" : "x86_64");
  }
}
