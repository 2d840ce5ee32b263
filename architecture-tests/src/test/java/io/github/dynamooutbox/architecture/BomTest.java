package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class BomTest {
  private static final Pattern SDK = Pattern.compile("<aws-sdk.version>(.+)</aws-sdk.version>");

  @Test
  void bringsTheSdkThatTheModulesAreTestedWith() throws IOException {
    assertThat(sdk(Path.of("../outbox-bom/pom.xml"))).isEqualTo(sdk(Path.of("../pom.xml")));
  }

  private static String sdk(Path pom) throws IOException {
    Matcher found = SDK.matcher(Files.readString(pom));
    assertThat(found.find()).as("%s names the SDK's version", pom).isTrue();
    return found.group(1);
  }
}
