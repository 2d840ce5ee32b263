package io.github.dynamooutbox.localaws.internal;

/** The class path that the build resolved for the processes of Lambda functions. */
public final class RuntimeClassPath {
  private RuntimeClassPath() {}

  /** AWS's runtime client and its substitute. */
  public static String jars() {
    return ServerJars.of(
        "local-aws/class-paths",
        "io.github.dynamooutbox.localaws.launch.SubstituteRuntime",
        "/io/github/dynamooutbox/localaws/lambda-runtime.classpath");
  }
}
