package io.github.dynamooutbox.localaws.internal;

import java.util.HashMap;
import java.util.Map;

/** What a child process gets to see of this one's environment: as little as the platform needs. */
public final class ChildEnvironment {
  private ChildEnvironment() {}

  /**
   * A new map with the variables without which programs do not start. No credential, no setting of
   * the user's.
   */
  public static Map<String, String> minimal() {
    Map<String, String> environment = new HashMap<>();
    for (String name : new String[] {"PATH", "SystemRoot", "TMPDIR", "TEMP", "TMP"}) {
      String value = System.getenv(name);
      if (value != null) {
        environment.put(name, value);
      }
    }
    environment.put("LANG", "en_US.UTF-8");
    return environment;
  }
}
