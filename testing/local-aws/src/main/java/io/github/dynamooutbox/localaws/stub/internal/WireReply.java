package io.github.dynamooutbox.localaws.stub.internal;

import java.util.Map;

/** An HTTP response. The bytes are not copied and must not be modified. */
public final class WireReply {
  private final int status;
  private final String contentType;
  private final Map<String, String> headers;
  private final byte[] body;

  public WireReply(int status, String contentType, byte[] body) {
    this(status, contentType, Map.of(), body);
  }

  public WireReply(int status, String contentType, Map<String, String> headers, byte[] body) {
    this.status = status;
    this.contentType = contentType;
    this.headers = Map.copyOf(headers);
    this.body = body;
  }

  int status() {
    return status;
  }

  String contentType() {
    return contentType;
  }

  Map<String, String> headers() {
    return headers;
  }

  byte[] body() {
    return body;
  }
}
