package io.github.dynamooutbox.examples.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a new user copies from the README. */
final class Readme {
  private static final String GROUP = "io.github.dynamooutbox";

  private final String text;

  Readme(Path file) throws IOException {
    text = Files.readString(file);
  }

  /** The dependencies that it says to add. */
  String dependencies() {
    return found("```xml\\n(<dependency>.*?</dependency>)\\n```");
  }

  /** The version of this project in that. */
  String version() {
    return found("<version>([^<]+)</version>");
  }

  /** The bill of materials that it names. */
  String billOfMaterials() {
    String name = found("`(" + GROUP + ":[a-z-]+)` is a bill of\\s+materials");
    return "<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version><type>pom</type><scope>import</scope></dependency>"
        .formatted(GROUP, name.substring(GROUP.length() + 1), version());
  }

  /** The package that it says the types are in. */
  String importedPackage() {
    return found("types above are in the package `([a-z.]+)`");
  }

  /** Its first code. */
  String code() {
    return found("```java\\n(.*?)```");
  }

  private String found(String pattern) {
    Matcher found = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
    if (!found.find()) {
      throw new AssertionError("the README does not show " + pattern);
    }
    return found.group(1);
  }
}
