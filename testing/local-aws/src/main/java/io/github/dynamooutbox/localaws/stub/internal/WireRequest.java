package io.github.dynamooutbox.localaws.stub.internal;

import com.sun.net.httpserver.Headers;
import java.util.Optional;

/** An HTTP request, with its body read. The bytes are not copied and must not be modified. */
public final class WireRequest {
  private final String path;
  private final Headers headers;
  private final byte[] body;

  WireRequest(String path, Headers headers, byte[] body) {
    this.path = path;
    this.headers = headers;
    this.body = body;
  }

  public String path() {
    return path;
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.getFirst(name));
  }

  public byte[] body() {
    return body;
  }
}
