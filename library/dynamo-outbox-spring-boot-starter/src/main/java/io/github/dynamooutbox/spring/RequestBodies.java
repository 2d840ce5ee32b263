package io.github.dynamooutbox.spring;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.server.ResponseStatusException;

/**
 * Keeps the body of a request with an idempotency key, which identifies its command. Forms are left
 * to the container, which reads them itself.
 */
final class RequestBodies extends OncePerRequestFilter {
  private static final String BODY = RequestBodies.class.getName();

  /** More than a transaction can have: 4 MB. */
  private static final int LARGEST = 5_000_000;

  /**
   * The body.
   *
   * @throws ResponseStatusException if it is not known: two commands must not look the same
   */
  static byte[] of(HttpServletRequest request) {
    if (request.getAttribute(BODY) instanceof byte[] body) {
      return body;
    }
    throw new ResponseStatusException(
        HttpStatus.UNSUPPORTED_MEDIA_TYPE,
        "The body of a request with the header "
            + CommandArgumentResolver.HEADER
            + " must not be a form, and no other filter may have read it.");
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return request.getHeader(CommandArgumentResolver.HEADER) == null || isForm(request);
  }

  private static boolean isForm(HttpServletRequest request) {
    String type =
        Objects.requireNonNullElse(request.getContentType(), "").strip().toLowerCase(Locale.ROOT);
    return type.startsWith(MediaType.APPLICATION_FORM_URLENCODED_VALUE)
        || type.startsWith("multipart/");
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    byte[] body = request.getInputStream().readNBytes(LARGEST + 1);
    if (body.length > LARGEST) {
      response.sendError(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE);
      return;
    }
    if (body.length == 0 && request.getContentLengthLong() > 0) {
      // Somebody has read it.
      chain.doFilter(request, response);
      return;
    }
    request.setAttribute(BODY, body);
    chain.doFilter(new Kept(request, body), response);
  }

  /** A request whose body is read again. */
  private static final class Kept extends HttpServletRequestWrapper {
    private final byte[] body;

    Kept(HttpServletRequest request, byte[] body) {
      super(request);
      this.body = body;
    }

    @Override
    public ServletInputStream getInputStream() {
      return new Again(new ByteArrayInputStream(body));
    }

    @Override
    public BufferedReader getReader() {
      Charset charset =
          Optional.ofNullable(getCharacterEncoding())
              .map(Charset::forName)
              .orElse(StandardCharsets.UTF_8);
      return new BufferedReader(new InputStreamReader(getInputStream(), charset));
    }
  }

  private static final class Again extends ServletInputStream {
    private final ByteArrayInputStream body;

    Again(ByteArrayInputStream body) {
      this.body = body;
    }

    @Override
    public int read() {
      return body.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      return body.read(bytes, offset, length);
    }

    @Override
    public boolean isFinished() {
      return body.available() == 0;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
      throw new UnsupportedOperationException("the body was read");
    }
  }
}
