package io.github.dynamooutbox.localaws;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes a gateway lack abilities that the services behind it have, as poorer endpoints do. */
final class Disabilities {
  private static final int LAST_OF_A_BATCH = 10;
  private static final String LAST_MEMBER = "RequestEntries.member." + LAST_OF_A_BATCH + '.';
  private static final Pattern DEDUPLICATION = Pattern.compile("(DeduplicationId=)[^&]*");
  private static final Pattern MEMBER = Pattern.compile("(RequestEntries\\.member\\.)(\\d+)");

  private final Set<Ability> lacking;

  Disabilities(Set<Ability> lacking) {
    this.lacking = Set.copyOf(lacking);
  }

  /** An answer in place of the service's. */
  record Answer(int status, String body) {}

  Optional<Answer> answer(Headers request, byte[] body) {
    if (lacking.contains(Ability.CBOR) && header(request, "Content-Type").contains("cbor")) {
      return Optional.of(new Answer(415, "{\"__type\":\"SerializationException\"}"));
    }
    if (lacking.contains(Ability.TTL_DELETES)
        && header(request, "X-Amz-Target").endsWith(".UpdateTimeToLive")) {
      // Answers as if it would, as endpoints do that store the setting and never delete.
      String setting = new String(body, UTF_8).replaceAll("\"TableName\":\"[^\"]*\",?", "");
      return Optional.of(new Answer(200, setting.replace(",}", "}")));
    }
    return Optional.empty();
  }

  /** What reaches the service. */
  byte[] change(Headers request, byte[] body) {
    if (!header(request, "Content-Type").contains("form-urlencoded")) {
      return body;
    }
    String form = new String(body, UTF_8);
    if (lacking.contains(Ability.FIFO_DEDUPLICATION)) {
      form = DEDUPLICATION.matcher(form).replaceAll(id -> id.group(1) + UUID.randomUUID());
    }
    if (lacking.contains(Ability.FIFO_ORDER) && form.contains(LAST_MEMBER)) {
      form = MEMBER.matcher(form).replaceAll(Disabilities::fromTheEnd);
    }
    return form.getBytes(UTF_8);
  }

  private static String fromTheEnd(MatchResult member) {
    return Matcher.quoteReplacement(
        member.group(1) + (LAST_OF_A_BATCH + 1 - Integer.parseInt(member.group(2))));
  }

  private static String header(Headers request, String name) {
    return Optional.ofNullable(request.getFirst(name)).orElse("");
  }
}
