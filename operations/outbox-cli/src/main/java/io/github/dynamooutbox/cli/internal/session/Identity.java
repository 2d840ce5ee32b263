package io.github.dynamooutbox.cli.internal.session;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

/** Who runs the tool, for leases and marks. */
public final class Identity {
  private Identity() {}

  /** The user's name. */
  public static String user() {
    return System.getProperty("user.name", "unknown");
  }

  /** Identifies this run, and whom to ask about it. */
  public static String ofRun() {
    return "outbox-cli/%s@%s/%s"
        .formatted(user(), host(), UUID.randomUUID().toString().substring(0, 8));
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
