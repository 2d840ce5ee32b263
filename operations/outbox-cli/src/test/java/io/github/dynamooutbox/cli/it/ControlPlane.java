package io.github.dynamooutbox.cli.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers as Lambda's, IAM's, STS's and KMS's interfaces do, as far as the doctor reads them: no
 * local part has these.
 */
final class ControlPlane implements AutoCloseable {
  private static final Pattern FUNCTION = Pattern.compile("/functions/([^/]+)/configuration");
  private static final Pattern ACTION = Pattern.compile("ActionNames\\.member\\.\\d+=([^&]+)");
  private static final List<String> SERVICES = List.of("Lambda", "Iam", "Kms", "Sts");
  private static final String DYNAMODB = "aws.endpointUrlDynamoDb";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer http;
  private final ArrayNode mappings = JSON.createArrayNode();
  private final Map<String, String> handlers = new HashMap<>();
  private Set<String> denied = Set.of();
  private String keyState = "Enabled";
  private boolean lambdaDenied;
  private boolean iamDenied;
  private String deniedRead = "";
  private String caller = "arn:aws:sts::000000000000:assumed-role/oncall/me";
  private final HttpClient forwarding = HttpClient.newHttpClient();
  private @Nullable URI dynamoDb;
  private String replica = "";

  ControlPlane() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", this::answer);
    http.start();
    SERVICES.forEach(
        service ->
            System.setProperty(
                "aws.endpointUrl" + service, "http://127.0.0.1:" + http.getAddress().getPort()));
  }

  /** Maps a function that relays, with the settings that the stack gives it. */
  ObjectNode map(String function) {
    return map(function, "io.github.dynamooutbox.lambda.StreamRelayHandler::handleRequest");
  }

  ObjectNode map(String function, String handler) {
    handlers.put(function, handler);
    ObjectNode mapping = mappings.addObject();
    mapping.put("UUID", "uuid-of-" + function);
    mapping.put("FunctionArn", "arn:aws:lambda:us-east-1:000000000000:function:" + function);
    mapping.put("State", "Enabled").put("LastProcessingResult", "OK");
    mapping.put("StartingPosition", "TRIM_HORIZON").put("ParallelizationFactor", 1);
    mapping.put("MaximumRetryAttempts", -1).put("MaximumRecordAgeInSeconds", -1);
    mapping.putArray("FunctionResponseTypes").add("ReportBatchItemFailures");
    filter(
        mapping,
        "{\"eventName\":[\"INSERT\"],\"dynamodb\":{\"Keys\":{\"PK\":{\"S\":[{\"prefix\":\"OUTBOX#\"}]}}}}");
    return mapping;
  }

  static void filter(ObjectNode mapping, String pattern) {
    mapping.putObject("FilterCriteria").putArray("Filters").addObject().put("Pattern", pattern);
  }

  void keyState(String state) {
    keyState = state;
  }

  /** Who calls; else a session of the role {@code oncall}. */
  void caller(String arn) {
    caller = arn;
  }

  /** Actions that no role may do. */
  void deny(String... actions) {
    denied = Set.of(actions);
  }

  /**
   * From now on, tables have a replica in another region. DynamoDB Local knows of no replicas; it
   * shows the same tables in all regions.
   *
   * @param endpoint where DynamoDB is
   */
  void replicate(URI endpoint, String region) {
    dynamoDb = endpoint;
    replica = region;
    System.setProperty(DYNAMODB, "http://127.0.0.1:" + http.getAddress().getPort());
  }

  /** From now on, IAM refuses to simulate, and DynamoDB refuses an action of whoever calls. */
  void denySimulationAnd(URI endpoint, String action) {
    iamDenied = true;
    deniedRead = action;
    replicate(endpoint, "");
  }

  void denyLambda() {
    lambdaDenied = true;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String target = String.valueOf(exchange.getRequestHeaders().getFirst("X-Amz-Target"));
      if (target.endsWith('.' + deniedRead)) {
        send(exchange, 400, "{\"__type\": \"com.amazon.coral.service#AccessDeniedException\"}");
      } else if (target.startsWith("DynamoDB_")) {
        forward(exchange, body, target);
      } else if (target.startsWith("TrentService.")) {
        ObjectNode answer = JSON.createObjectNode();
        answer.putObject("KeyMetadata").put("KeyId", "key-1").put("KeyState", keyState);
        send(exchange, 200, answer.toString());
      } else if (iamDenied && body.contains("Action=SimulatePrincipalPolicy")) {
        send(
            exchange,
            403,
            "<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>");
      } else if (body.contains("Action=SimulatePrincipalPolicy")) {
        send(exchange, 200, simulated(body));
      } else if (body.contains("Action=GetCallerIdentity")) {
        send(exchange, 200, answer("GetCallerIdentity", "<Arn>" + caller + "</Arn>"));
      } else if (body.contains("Action=GetRole&")) {
        send(
            exchange,
            200,
            answer("GetRole", "<Role><Arn>arn:aws:iam::000000000000:role/ops/oncall</Arn></Role>"));
      } else {
        lambda(exchange);
      }
    }
  }

  private static String answer(String action, String result) {
    return "<%1$sResponse><%1$sResult>%2$s</%1$sResult></%1$sResponse>".formatted(action, result);
  }

  private void forward(HttpExchange exchange, String body, String target) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(Objects.requireNonNull(dynamoDb))
            .POST(HttpRequest.BodyPublishers.ofString(body));
    for (String name : List.of("X-Amz-Target", "X-Amz-Date", "Authorization", "Content-Type")) {
      Optional.ofNullable(exchange.getRequestHeaders().getFirst(name))
          .ifPresent(value -> request.header(name, value));
    }
    try {
      HttpResponse<String> answer =
          forwarding.send(request.build(), HttpResponse.BodyHandlers.ofString());
      JsonNode document = JSON.readTree(answer.body());
      if (!replica.isEmpty()
          && target.endsWith(".DescribeTable")
          && document.path("Table") instanceof ObjectNode table) {
        table.putArray("Replicas").addObject().put("RegionName", replica);
      }
      send(exchange, answer.statusCode(), document.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void lambda(HttpExchange exchange) throws IOException {
    Matcher function = FUNCTION.matcher(exchange.getRequestURI().getPath());
    if (lambdaDenied) {
      exchange.getResponseHeaders().add("x-amzn-ErrorType", "AccessDeniedException");
      send(exchange, 403, "{\"Message\": \"no\"}");
    } else if (function.find()) {
      String name = function.group(1).substring(function.group(1).lastIndexOf(':') + 1);
      ObjectNode answer = JSON.createObjectNode();
      answer.put("FunctionName", name).put("Handler", handlers.get(name));
      answer.put("Role", "arn:aws:iam::000000000000:role/" + name);
      send(exchange, 200, answer.toString());
    } else {
      String scope = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
      ArrayNode here = isIn(scope, replica) ? JSON.createArrayNode() : mappings;
      send(exchange, 200, JSON.createObjectNode().set("EventSourceMappings", here).toString());
    }
  }

  private static boolean isIn(String signature, String region) {
    return !region.isEmpty() && signature.contains('/' + region + '/');
  }

  private String simulated(String form) {
    List<String> results = new ArrayList<>();
    Matcher fields = ACTION.matcher(form);
    while (fields.find()) {
      String action = URLDecoder.decode(fields.group(1), StandardCharsets.UTF_8);
      results.add(
          "<member><EvalActionName>%s</EvalActionName><EvalDecision>%s</EvalDecision></member>"
              .formatted(action, denied.contains(action) ? "implicitDeny" : "allowed"));
    }
    return """
    <SimulatePrincipalPolicyResponse xmlns="https://iam.amazonaws.com/doc/2010-05-08/">
      <SimulatePrincipalPolicyResult><IsTruncated>false</IsTruncated>
        <EvaluationResults>%s</EvaluationResults>
      </SimulatePrincipalPolicyResult>
    </SimulatePrincipalPolicyResponse>
    """
        .formatted(String.join("", results));
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    SERVICES.forEach(service -> System.clearProperty("aws.endpointUrl" + service));
    if (dynamoDb != null) {
      System.clearProperty(DYNAMODB);
    }
    http.stop(0);
  }
}
