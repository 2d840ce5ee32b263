package io.github.dynamooutbox.format;

/** Reports an item that is not a valid record. Never leaves the codec, so it has no stack trace. */
final class MalformedException extends RuntimeException {
  private final String path;
  private final String problem;

  MalformedException(String path, String problem) {
    super(path + ": " + problem, null, false, false);
    this.path = path;
    this.problem = problem;
  }

  String path() {
    return path;
  }

  String problem() {
    return problem;
  }
}
