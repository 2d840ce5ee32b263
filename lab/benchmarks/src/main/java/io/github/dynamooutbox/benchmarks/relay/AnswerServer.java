package io.github.dynamooutbox.benchmarks.relay;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Accepts every entry of every request after a fixed time, in a JVM of its own, at as little cost
 * as possible: it counts a request's entries and parses nothing.
 *
 * <p>{@code /control/answer?200} sets the answer time in milliseconds; {@code /control/requests}
 * returns the number of requests since the last call, and the sum of their bodies' hashes, which is
 * the same for the same bodies in any order; {@code /control/hashes?true} turns hashing on.
 */
public final class AnswerServer {
  /** The output that precedes the port when the server listens. */
  static final String READY = "listening on port ";

  private static final String JSON = "application/x-amz-json-1.1";

  private volatile Duration answerTime = Duration.ZERO;
  private volatile boolean hashes;
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong sum = new AtomicLong();

  private AnswerServer() {}

  /** Serves until the process is killed. */
  public static void main(String[] arguments) throws IOException {
    AnswerServer answers = new AnswerServer();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", answers::answer);
    server.createContext("/control/", answers::control);
    server.start();
    System.out.println(READY + server.getAddress().getPort());
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange;
        InputStream body = exchange.getRequestBody()) {
      byte[] request = body.readAllBytes();
      Answer answer = answer(exchange.getRequestHeaders().getFirst("X-Amz-Target"), request);
      if (answer.publishes) {
        requests.incrementAndGet();
        sum.addAndGet(hashes ? hash(request) : 0);
        Thread.sleep(answerTime.toMillis());
      }
      exchange.getResponseHeaders().set("Content-Type", answer.contentType);
      reply(exchange, answer.body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void control(HttpExchange exchange) throws IOException {
    try (exchange) {
      String query = exchange.getRequestURI().getQuery();
      switch (exchange.getRequestURI().getPath()) {
        case "/control/answer" -> answerTime = Duration.ofMillis(Long.parseLong(query));
        case "/control/hashes" -> hashes = Boolean.parseBoolean(query);
        case "/control/requests" -> {}
        default -> throw new IOException("no such control");
      }
      reply(exchange, requests.getAndSet(0) + " " + sum.getAndSet(0));
    }
  }

  private static void reply(HttpExchange exchange, String text) throws IOException {
    byte[] body = text.getBytes(ISO_8859_1);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
  }

  private static long hash(byte[] body) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(body);
      long hash = 0;
      for (int i = 0; i < Long.BYTES; i++) {
        hash = (hash << 8) | (digest[i] & 0xFF);
      }
      return hash;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** A service's answer that accepts all entries of a request; a character is a byte. */
  private record Answer(String body, String contentType, boolean publishes) {}

  /**
   * The answer that accepts a request.
   *
   * @param action the header that names the action; null for SNS, which has none
   */
  private static Answer answer(@Nullable String action, byte[] request) {
    if (action == null) {
      return new Answer(sns(count(request, ".Id=")), "text/xml", true);
    }
    if (action.endsWith(".DescribeEventBus")) {
      return new Answer("{\"Name\":\"orders\"}", JSON, false);
    }
    if (action.endsWith(".PutEvents")) {
      int entries = count(request, "\"DetailType\":");
      String ids = "{\"EventId\":\"e\"},".repeat(entries - 1) + "{\"EventId\":\"e\"}";
      return new Answer("{\"FailedEntryCount\":0,\"Entries\":[" + ids + "]}", JSON, true);
    }
    if (action.endsWith(".PutRecords")) {
      String body = kinesis(count(request, "PartitionKey"));
      return new Answer(body, "application/x-amz-cbor-1.1", true);
    }
    throw new IllegalArgumentException("no answer to " + action);
  }

  private static String sns(int entries) {
    StringBuilder xml = new StringBuilder("<PublishBatchResponse><PublishBatchResult><Successful>");
    for (int i = 0; i < entries; i++) {
      xml.append("<member><Id>").append(i).append("</Id><MessageId>m</MessageId></member>");
    }
    return xml.append("</Successful><Failed/></PublishBatchResult></PublishBatchResponse>")
        .toString();
  }

  /** CBOR, RFC 8949: a map of two entries, the second an array of maps of two texts. */
  private static String kinesis(int entries) {
    String records = "\u00A2" + text("SequenceNumber") + text("1") + text("ShardId") + text("s-0");
    return "\u00A2"
        + text("FailedRecordCount")
        + "\0"
        + text("Records")
        + "\u0099"
        + (char) (entries >> 8)
        + (char) (entries & 0xFF)
        + records.repeat(entries);
  }

  /** A text of less than 24 bytes. */
  private static String text(String text) {
    return (char) (0x60 | text.length()) + text;
  }

  private static int count(byte[] in, String what) {
    byte[] sought = what.getBytes(ISO_8859_1);
    int found = 0;
    for (int i = 0; i + sought.length <= in.length; i++) {
      int same = 0;
      while (same < sought.length && in[i + same] == sought[same]) {
        same++;
      }
      found += same == sought.length ? 1 : 0;
    }
    return found;
  }
}
