package io.github.dynamooutbox.localaws.stub.internal;

/** An HTTP response. The bytes are not copied and must not be modified. */
public final class WireReply {
  private final int status;
  private final String contentType;
  private final byte[] body;

  public WireReply(int status, String contentType, byte[] body) {
    this.status = status;
    this.contentType = contentType;
    this.body = body;
  }

  int status() {
    return status;
  }

  String contentType() {
    return contentType;
  }

  byte[] body() {
    return body;
  }
}
