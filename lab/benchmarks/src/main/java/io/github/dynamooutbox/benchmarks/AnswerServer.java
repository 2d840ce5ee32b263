package io.github.dynamooutbox.benchmarks;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.testdynamodb.internal.ServerProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A server in a JVM of its own that accepts every entry of every request after a fixed time, at as
 * little cost as possible: it counts a request's entries and parses nothing.
 */
final class AnswerServer implements AutoCloseable {
  private final HttpClient http = HttpClient.newHttpClient();
  private final ServerProcess process =
      ServerProcess.start(
          "answers",
          List.of("-Xmx256m", "-XX:+UseSerialGC", "-Dsun.net.httpserver.nodelay=true"),
          System.getProperty("java.class.path"),
          List.of(Answers.class.getName()),
          Duration.ofSeconds(30));
  private Duration answerTime = Duration.ZERO;

  /** Publishing requests since the last call, and the sum of the hashes of their bodies. */
  record Requests(long count, long hashes) {}

  URI endpoint() {
    return process.endpoint();
  }

  /** From now on, clients of this JVM without an endpoint of their own call this server. */
  void beDefaultEndpoint() {
    System.setProperty("aws.region", LocalClients.REGION.id());
    System.setProperty("aws.accessKeyId", "local");
    System.setProperty("aws.secretAccessKey", "local");
    System.setProperty("aws.endpointUrl", endpoint().toString());
  }

  void answerAfter(Duration time) {
    answerTime = time;
    Requests unused = requests();
  }

  Requests requests() {
    URI control = endpoint().resolve("/control/?" + answerTime.toMillis());
    HttpRequest request = HttpRequest.newBuilder(control).build();
    try {
      String[] counts = http.send(request, BodyHandlers.ofString()).body().split(" ", 2);
      return new Requests(Long.parseLong(counts[0]), Long.parseLong(counts[1]));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot ask the server on loopback", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    process.close();
  }

  /** What runs in the server's JVM. */
  public static final class Answers {
    private static final String JSON = "application/x-amz-json-1.1";
    private static final String CUSTOM_BUS = "/service/AWSEventsV2/operation/";

    private volatile long answerMillis;
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong hashes = new AtomicLong();

    private Answers() {}

    /** Serves until the process is killed. */
    public static void main(String[] arguments) throws IOException {
      Answers answers = new Answers();
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setExecutor(Executors.newCachedThreadPool());
      server.createContext("/", answers::answer);
      server.createContext("/control/", answers::control);
      server.start();
      System.out.println(ServerProcess.READY + "http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void answer(HttpExchange exchange) throws IOException {
      try (exchange;
          InputStream body = exchange.getRequestBody()) {
        byte[] request = body.readAllBytes();
        Answer answer = answer(action(exchange), request);
        if (answer.publishes) {
          requests.incrementAndGet();
          CRC32C hash = new CRC32C();
          hash.update(request);
          hashes.addAndGet(hash.getValue());
          Thread.sleep(answerMillis);
        }
        exchange.getResponseHeaders().set("Content-Type", answer.contentType);
        reply(exchange, answer.body);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void control(HttpExchange exchange) throws IOException {
      try (exchange) {
        answerMillis = Long.parseLong(exchange.getRequestURI().getQuery());
        reply(exchange, requests.getAndSet(0) + " " + hashes.getAndSet(0));
      }
    }

    private static void reply(HttpExchange exchange, String text) throws IOException {
      byte[] body = text.getBytes(ISO_8859_1);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }

    /** A service's answer that accepts all entries of a request; a character is a byte. */
    private record Answer(String body, String contentType, boolean publishes) {}

    /** The header or the path that names the action; null for SNS, which has neither. */
    private static @Nullable String action(HttpExchange exchange) {
      String path = exchange.getRequestURI().getPath();
      return path.startsWith(CUSTOM_BUS)
          ? path
          : exchange.getRequestHeaders().getFirst("X-Amz-Target");
    }

    /** The answer that accepts a request. */
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
      if (action.equals(CUSTOM_BUS + "PutEvents")) {
        String result = "\u00A1" + text("SuccessCode") + text("PUBLISHED");
        String body = "\u00A1" + text("Entries") + list(count(request, "DetailType"), result);
        return new Answer(body, "application/cbor", true);
      }
      if (action.endsWith(".PutRecords")) {
        String body = kinesis(count(request, "PartitionKey"));
        return new Answer(body, "application/x-amz-cbor-1.1", true);
      }
      throw new IllegalArgumentException("no answer to " + action);
    }

    private static String sns(int entries) {
      StringBuilder xml =
          new StringBuilder("<PublishBatchResponse><PublishBatchResult><Successful>");
      for (int i = 0; i < entries; i++) {
        xml.append("<member><Id>").append(i).append("</Id><MessageId>m</MessageId></member>");
      }
      return xml.append("</Successful><Failed/></PublishBatchResult></PublishBatchResponse>")
          .toString();
    }

    /** CBOR, RFC 8949: a map of two entries, the second an array of maps of two texts. */
    private static String kinesis(int entries) {
      String records =
          "\u00A2" + text("SequenceNumber") + text("1") + text("ShardId") + text("s-0");
      return "\u00A2" + text("FailedRecordCount") + "\0" + text("Records") + list(entries, records);
    }

    /** As many times the same member; CBOR. */
    private static String list(int members, String member) {
      return "\u0099" + (char) (members >> 8) + (char) (members & 0xFF) + member.repeat(members);
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
}
