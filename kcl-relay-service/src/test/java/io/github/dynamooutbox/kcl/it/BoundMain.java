package io.github.dynamooutbox.kcl.it;

import io.github.dynamooutbox.kcl.Main;
import java.io.IOException;
import java.io.OutputStream;

/** The service, which ends with the process that started it, however that one ends. */
final class BoundMain {
  private BoundMain() {}

  public static void main(String[] arguments) {
    Thread parent = new Thread(BoundMain::endWithParent, "parent");
    parent.setDaemon(true);
    parent.start();
    Main.main(arguments);
  }

  /** The parent never writes: its end of the pipe is closed with it. */
  private static void endWithParent() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      Runtime.getRuntime().halt(97);
    }
    Runtime.getRuntime().halt(98);
  }
}
