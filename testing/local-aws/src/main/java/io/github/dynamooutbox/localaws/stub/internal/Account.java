package io.github.dynamooutbox.localaws.stub.internal;

/** The account and region that the stub emulates, and the ARNs in it. */
public record Account(String region, String id) {

  public String arn(String service, String resource) {
    return "arn:aws:" + service + ':' + region + ':' + id + ':' + resource;
  }

  /** What follows the last separator of an ARN; a plain name is returned as it is. */
  public static String nameOf(String arnOrName) {
    if (!arnOrName.startsWith("arn:")) {
      return arnOrName;
    }
    int end = Math.max(arnOrName.lastIndexOf(':'), arnOrName.lastIndexOf('/'));
    return arnOrName.substring(end + 1);
  }

  public static boolean isQueueArn(String text) {
    return text.matches("arn:aws[\\w-]*:sqs:[^:]+:[^:]+:[^:]+");
  }

  public static boolean isFifo(String nameOrArn) {
    return nameOrArn.endsWith(".fifo");
  }
}
