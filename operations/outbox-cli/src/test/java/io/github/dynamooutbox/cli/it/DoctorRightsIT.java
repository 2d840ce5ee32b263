package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the doctor says about rights: of the relay, of whoever runs it, and of its own. */
class DoctorRightsIT {
  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private final TestOutbox outbox = system.outbox();
  private final ControlPlane plane = new ControlPlane();

  DoctorRightsIT() throws IOException {}

  @AfterEach
  void close() {
    plane.close();
  }

  @Test
  void namesTheRightsThatARoleLacks() throws Exception {
    outbox.withTable();
    plane.deny("kinesis:PutRecords", "dynamodb:Query");
    plane.map("orders-relay");

    Ended ended = outbox.run("doctor");

    assertThat(ended.code()).isEqualTo(4);
    assertThat(ended.out())
        .contains("wrong     rights of function \"orders-relay\" lack dynamodb:Query on arn:aws:")
        .contains(":table/" + outbox.servers().control)
        .contains("kinesis:PutRecords on arn:aws:kinesis:")
        .contains("allow it in the policy of arn:aws:iam::000000000000:role/orders-relay");
  }

  @Test
  void namesTheCommandsThatTheCallerLacksRightsFor() throws Exception {
    outbox.withTable();
    plane
        .map("orders-relay")
        .putObject("DestinationConfig")
        .putObject("OnFailure")
        .put("Destination", "arn:aws:s3:::orders-failed");
    plane.deny(
        "dynamodb:Scan",
        "dynamodb:BatchWriteItem",
        "dynamodb:GetRecords",
        "s3:GetObject",
        "events:PutEvents");

    String lacking = outbox.run("doctor").out();
    assertThat(lacking)
        .containsPattern(
            "advice    your rights lack dynamodb:Scan on \\S+/"
                + outbox.table()
                + ", for audit, console, list, replay --from, replay --missing; ")
        .containsPattern(
            "dynamodb:GetRecords on \\S+/stream/\\S+, for console, doctor, status, tail; ")
        .contains("-outbox-relay, for console, doctor, status; ")
        .containsPattern(
            "dynamodb:BatchWriteItem on \\S+/"
                + outbox.servers().control
                + ", for console, redrive, replay, ")
        .contains("s3:GetObject on arn:aws:s3:::orders-failed/*, for failures, resend; ")
        .containsPattern("events:PutEvents on \\S+, for console, redrive, replay, ")
        .contains("allow arn:aws:iam::000000000000:role/ops/oncall what it should run");

    plane.caller("arn:aws:iam::000000000000:user/me");
    assertThat(outbox.run("doctor").out()).contains("allow arn:aws:iam::000000000000:user/me what");
    plane.caller("arn:aws:iam::000000000000:root");
    assertThat(outbox.run("doctor").out())
        .contains("unchecked your rights are those of neither a user nor a role");
  }

  @Test
  void triesWhatItCanWhereItMayNotAskForRights() throws Exception {
    outbox.withTable();
    plane.map("orders-relay");
    plane.denySimulationAnd(outbox.servers().dynamoDb.endpoint(), "BatchGetItem");

    Ended ended = outbox.run("doctor");

    assertThat(ended.code()).isEqualTo(3);
    assertThat(ended.out())
        .contains("unchecked your rights cannot be read (AccessDenied)")
        .contains("iam:GetRole and iam:SimulatePrincipalPolicy is allowed")
        .containsPattern(
            "advice    your rights lack dynamodb:BatchGetItem on \\S+/"
                + outbox.table()
                + ", for console, replay")
        .contains("allow whoever runs this what it should run")
        .contains(
            "fine      your rights were tried where that changes nothing, and include"
                + " dynamodb:DescribeTable, dynamodb:DescribeTimeToLive, dynamodb:GetItem,"
                + " dynamodb:PartiQLSelect, dynamodb:Query, dynamodb:Scan; not tried: ")
        .containsPattern("not tried: .*dynamodb:PutItem.*events:PutEvents");
  }

  @Test
  void saysWhatItMayNotExamine() throws Exception {
    outbox.withTable();
    plane.denyLambda();

    Ended ended = outbox.run("doctor");

    assertThat(ended.code()).isEqualTo(3);
    assertThat(ended.out())
        .contains("unchecked relays of table \"%s\" cannot be read".formatted(outbox.table()))
        .contains("lambda:ListEventSourceMappings and lambda:GetFunctionConfiguration is allowed")
        .doesNotContain("has no relay");
  }
}
