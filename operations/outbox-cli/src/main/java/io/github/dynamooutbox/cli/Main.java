package io.github.dynamooutbox.cli;

import io.github.dynamooutbox.cli.internal.OutboxTool;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import picocli.CommandLine;

/** The command line {@code outbox}. */
public final class Main {
  private static final int INCOMPLETE = 1;

  private Main() {}

  /** Runs a command and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    PrintWriter out =
        new PrintWriter(
            new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), charset()));
    CommandLine tool = OutboxTool.commandLine(System.getenv(), arguments).setOut(out);
    int code = tool.execute(arguments);
    // A writer keeps its failures to itself until somebody asks.
    if (out.checkError()) {
      tool.getErr().println("Standard output cannot be written: what was found is not complete.");
      code = code == 0 ? INCOMPLETE : code;
    }
    System.exit(code);
  }

  /** The terminal's, which Java 17 names only where there is one. */
  private static Charset charset() {
    String terminals = System.getProperty("sun.stdout.encoding", Charset.defaultCharset().name());
    return Charset.forName(System.getProperty("stdout.encoding", terminals));
  }
}
