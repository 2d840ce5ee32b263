package io.github.dynamooutbox.testdynamodb.internal;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;

/**
 * DynamoDB Local on a free port of 127.0.0.1, in memory, with one database for all credentials and
 * without telemetry. Its own main class listens on all interfaces and has no option for that.
 *
 * <p>Called by reflection: its licence does not allow redistribution, so it is on the class path of
 * this process only.
 */
public final class LoopbackDynamoDb {
  private static final String DYNAMODB = "com.amazonaws.services.dynamodbv2.local.server.";
  private static final String JETTY = "org.eclipse.jetty.server.";

  /** A class that only DynamoDB Local has. */
  static final String REQUEST_HANDLER = DYNAMODB + "LocalDynamoDBRequestHandler";

  private static final int AUTHORITY_LEVEL = 0;
  private static final boolean IN_MEMORY = true;
  private static final boolean SHARED = true;
  private static final boolean DELAYED_STATUSES = false;

  private LoopbackDynamoDb() {}

  /** Starts the server and prints its endpoint, as {@code endpoint http://127.0.0.1:port}. */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    Class<?> handler = Class.forName(JETTY + "Handler");
    Object server =
        Class.forName(JETTY + "Server")
            .getConstructor(InetSocketAddress.class)
            .newInstance(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Object root =
        Class.forName(JETTY + "handler.ContextHandler")
            .getConstructor(handler)
            .newInstance(database());
    server.getClass().getMethod("setHandler", handler).invoke(server, root);
    call(server, "start");
    URI address = (URI) call(server, "getURI");
    System.out.println(ServerProcess.READY + "http://127.0.0.1:" + address.getPort());
    call(server, "join");
  }

  private static Object database() throws ReflectiveOperationException {
    Object requests =
        Class.forName(REQUEST_HANDLER)
            .getConstructor(int.class, boolean.class, String.class, boolean.class, boolean.class)
            .newInstance(AUTHORITY_LEVEL, IN_MEMORY, null, SHARED, DELAYED_STATUSES);
    return Class.forName(DYNAMODB + "LocalDynamoDBServerHandler")
        .getConstructor(Class.forName(DYNAMODB + "DynamoDBRequestHandler"), String.class)
        .newInstance(requests, null);
  }

  private static Object call(Object target, String method) throws ReflectiveOperationException {
    return target.getClass().getMethod(method).invoke(target);
  }
}
