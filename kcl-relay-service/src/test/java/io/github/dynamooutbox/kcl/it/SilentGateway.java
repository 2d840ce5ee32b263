package io.github.dynamooutbox.kcl.it;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;

/**
 * Forwards connections to a server until they are cut: then nothing passes, or no answer, but
 * nothing is refused or reset, as if the network dropped all packets.
 */
final class SilentGateway implements Closeable {
  private final ServerSocket server;
  private final URI target;
  private final ExecutorService threads = Executors.newCachedThreadPool(SilentGateway::daemon);
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean requestsLost;
  private volatile boolean answersLost;

  SilentGateway(URI target) {
    this.target = target;
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.execute(this::accept);
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
  }

  void cut() {
    requestsLost = true;
    answersLost = true;
  }

  /** The server executes requests, but its answers are lost. */
  void loseAnswers() {
    answersLost = true;
  }

  /** New connections pass; those that were cut stay dead. */
  void mend() {
    requestsLost = false;
    answersLost = false;
    open.forEach(SilentGateway::close);
    open.clear();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        open.add(client);
        if (!requestsLost) {
          Socket service = new Socket(target.getHost(), target.getPort());
          open.add(service);
          threads.execute(() -> pass(client, service, () -> requestsLost));
          threads.execute(() -> pass(service, client, () -> answersLost));
        }
      } catch (IOException | RejectedExecutionException e) {
        // This gateway or the server is closed: there is nothing to forward.
        if (server.isClosed()) {
          return;
        }
      }
    }
  }

  private static void pass(Socket from, Socket to, BooleanSupplier lost) {
    byte[] bytes = new byte[16_384];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        if (lost.getAsBoolean()) {
          return;
        }
        out.write(bytes, 0, read);
      }
    } catch (IOException e) {
      // One side has closed its end.
    }
    if (!lost.getAsBoolean()) {
      close(from);
      close(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "silent-gateway");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() throws IOException {
    server.close();
    open.forEach(SilentGateway::close);
    threads.shutdown();
  }
}
