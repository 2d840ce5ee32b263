package io.github.dynamooutbox.localaws.stub.internal;

/** An HTTP answer. The bytes are shared, and nobody changes them. */
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
