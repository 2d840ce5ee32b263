package io.github.dynamooutbox.localaws.s3;

import java.net.URI;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;

/** S3Proxy on a free port of 127.0.0.1, in memory, for all credentials. */
public final class LoopbackS3 {
  private LoopbackS3() {}

  /**
   * Starts the server and prints its endpoint, as {@code endpoint http://127.0.0.1:port}.
   *
   * @throws Exception if it cannot start
   */
  public static void main(String[] arguments) throws Exception {
    S3Proxy server =
        S3Proxy.builder()
            .blobStore(new TransientNio2BlobStore())
            .endpoint(URI.create("http://127.0.0.1:0"))
            .awsAuthentication(AuthenticationType.NONE, "", "")
            .build();
    server.start();
    System.out.println("endpoint http://127.0.0.1:" + server.getPort());
  }
}
