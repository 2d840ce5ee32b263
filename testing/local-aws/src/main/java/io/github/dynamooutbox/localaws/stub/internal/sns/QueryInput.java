package io.github.dynamooutbox.localaws.stub.internal.sns;

import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parameters of a Query request, or of one structure in it. */
final class QueryInput {
  static final String INVALID_PARAMETER = "InvalidParameter";

  private final Map<String, String> parameters;
  private final String prefix;

  private QueryInput(Map<String, String> parameters, String prefix) {
    this.parameters = parameters;
    this.prefix = prefix;
  }

  /** Decodes a form. */
  static QueryInput parse(byte[] form) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String pair : new String(form, StandardCharsets.UTF_8).split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        parameters.put(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
      }
    }
    return new QueryInput(parameters, "");
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw ServiceError.badRequest("MalformedQueryString", "The form cannot be decoded.");
    }
  }

  /** The error for a parameter that breaks a rule. */
  static ServiceError invalidParameter(String what) {
    return ServiceError.badRequest(INVALID_PARAMETER, "Invalid parameter: " + what);
  }

  Optional<String> text(String name) {
    return Optional.ofNullable(parameters.get(prefix + name));
  }

  String requiredText(String name) {
    return text(name)
        .orElseThrow(() -> invalidParameter(name + " Reason: no value for required parameter"));
  }

  /** The members of a list of structures, in order. */
  List<QueryInput> members(String list) {
    return numbered(list + ".member.");
  }

  /** A map of strings. */
  Map<String, String> map(String name) {
    Map<String, String> map = new LinkedHashMap<>();
    for (QueryInput entry : entries(name)) {
      map.put(entry.requiredText("key"), entry.text("value").orElse(""));
    }
    return map;
  }

  /** The entries of a map, in order. */
  List<QueryInput> entries(String map) {
    return numbered(map + ".entry.");
  }

  private List<QueryInput> numbered(String start) {
    List<QueryInput> members = new ArrayList<>();
    for (int i = 1; ; i++) {
      QueryInput member = new QueryInput(parameters, prefix + start + i + '.');
      if (parameters.keySet().stream().noneMatch(key -> key.startsWith(member.prefix))) {
        return members;
      }
      members.add(member);
    }
  }
}
