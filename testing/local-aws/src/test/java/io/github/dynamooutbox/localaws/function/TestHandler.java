package io.github.dynamooutbox.localaws.function;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs in the function's process and does what the event says. */
public final class TestHandler implements RequestStreamHandler {
  private int calls;

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    String event = new String(input.readAllBytes(), StandardCharsets.UTF_8);
    calls++;
    String[] words = event.split(" ", 2);
    output.write(answer(words, event, context).getBytes(StandardCharsets.UTF_8));
  }

  private String answer(String[] words, String event, Context context) throws IOException {
    return switch (words[0]) {
      case "echo" -> event;
      case "calls" -> Integer.toString(calls);
      case "env" -> String.valueOf(System.getenv(words[1]));
      case "env-names" -> String.join(",", System.getenv().keySet());
      case "remaining" -> Integer.toString(context.getRemainingTimeInMillis());
      case "arn" -> context.getInvokedFunctionArn();
      case "large" -> "x".repeat(Integer.parseInt(words[1]));
      case "print" -> print(words[1]);
      case "throw" -> throw new IllegalStateException(words[1]);
      case "exit" -> exit();
      case "hang" -> hang();
      default -> throw new IOException("Unknown word");
    };
  }

  private static String print(String line) {
    System.out.println(line);
    return "";
  }

  private static String exit() {
    Runtime.getRuntime().halt(7);
    return "";
  }

  private static String hang() throws IOException {
    try {
      return "" + new CountDownLatch(1).await(1, TimeUnit.HOURS);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
