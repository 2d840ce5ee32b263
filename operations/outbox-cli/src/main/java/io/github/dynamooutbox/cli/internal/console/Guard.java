package io.github.dynamooutbox.cli.internal.console;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests are answered. The token keeps out everybody who does not know it. The
 * other checks keep out pages of other origins in the browser of somebody who does: DNS rebinding
 * ({@code Host}) and cross-site requests ({@code Origin}, {@code Sec-Fetch-Site}, a header that a
 * form cannot set).
 */
final class Guard {
  /** Set by the page's own script; a page of another origin would need a preflight request. */
  static final String OWN_HEADER = "X-Outbox-Console";

  private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

  private final Token token;
  private final Set<String> hosts;

  Guard(Token token, int port) {
    this.token = token;
    hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
  }

  /**
   * The path behind the token, without a slash at its beginning; empty if the request is refused.
   * It never says why: that would only help somebody who is guessing.
   */
  Optional<String> pathOf(HttpExchange exchange) {
    String path = exchange.getRequestURI().getRawPath();
    int end = path.indexOf('/', 1);
    boolean isAllowed =
        end > 0
            && token.isEqualTo(path.substring(1, end))
            && isFromHere(exchange.getRequestHeaders(), exchange.getRequestMethod());
    return isAllowed ? Optional.of(path.substring(end + 1)) : Optional.empty();
  }

  private boolean isFromHere(Headers headers, String method) {
    String host = headers.getFirst("Host");
    if (host == null || !hosts.contains(host)) {
      return false;
    }
    return method.equals("POST")
        ? isByThePage(headers, host)
        : isNavigation(headers) || isOwnSite(headers.getFirst("Sec-Fetch-Site"));
  }

  /** A link in a chat, say: whoever wrote it knows the token. */
  private static boolean isNavigation(Headers headers) {
    return "navigate".equals(headers.getFirst("Sec-Fetch-Mode"))
        && "document".equals(headers.getFirst("Sec-Fetch-Dest"));
  }

  private static boolean isByThePage(Headers headers, String host) {
    return ("http://" + host).equals(headers.getFirst("Origin"))
        && headers.getFirst(OWN_HEADER) != null
        && isOwnSite(headers.getFirst("Sec-Fetch-Site"));
  }

  /** A browser without this header sends an origin where it matters. */
  private static boolean isOwnSite(@Nullable String site) {
    return site == null || OWN_SITES.contains(site);
  }
}
