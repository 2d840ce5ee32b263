package io.github.dynamooutbox.localaws.launch;

import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBRequestHandler;
import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBServerHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;

/**
 * DynamoDB Local on a free port of 127.0.0.1, in memory, with one database for all credentials and
 * without telemetry. Its own main class listens on all interfaces and has no option for that.
 */
public final class LoopbackDynamoDb {
  private static final int AUTHORITY_LEVEL = 0;
  private static final boolean IN_MEMORY = true;
  private static final boolean SHARED = true;
  private static final boolean DELAYED_STATUSES = false;

  private LoopbackDynamoDb() {}

  /** Starts the server and prints its endpoint, as {@code endpoint http://127.0.0.1:port}. */
  public static void main(String[] arguments) throws Exception {
    LocalDynamoDBRequestHandler database =
        new LocalDynamoDBRequestHandler(AUTHORITY_LEVEL, IN_MEMORY, null, SHARED, DELAYED_STATUSES);
    Server server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    server.setHandler(new ContextHandler(new LocalDynamoDBServerHandler(database, null)));
    server.start();
    System.out.println("endpoint http://127.0.0.1:" + server.getURI().getPort());
    server.join();
  }
}
