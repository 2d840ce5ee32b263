package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.format.OutboxSchema;

/** An event with one outbox record, as Lambda passes it. It is never published. */
final class SampleEvent {
  private SampleEvent() {}

  /** Uses the key names and the prefix of this schema. */
  static String of(OutboxSchema schema) {
    String keys =
        """
        "%s":{"S":"%sSample#1"},"%s":{"S":"0000000000000000001"}\
        """
            .formatted(schema.partitionKey(), schema.prefix(), schema.sortKey());
    return """
        {"Records":[{"eventName":"INSERT","eventSource":"aws:dynamodb","awsRegion":"eu-west-1",
         "eventSourceARN":"arn:aws:dynamodb:eu-west-1:0:table/sample/stream/0",
         "dynamodb":{"Keys":{%s},"NewImage":{%s,
          "v":{"N":"1"},"aggregateType":{"S":"Sample"},"aggregateId":{"S":"1"},
          "sequence":{"N":"1"},"source":{"S":"/sample"},"writtenAt":{"N":"1795219200000"},
          "region":{"S":"eu-west-1"},"%s":{"N":"1795824000"},
          "events":{"L":[{"M":{"id":{"S":"019aa000-0000-7000-8000-000000000000"},
           "type":{"S":"Sample"},"time":{"N":"1795219200000"},
           "contentType":{"S":"application/json"},"data":{"S":"{}"}}}]}},
         "SequenceNumber":"1","StreamViewType":"NEW_IMAGE"}}]}
        """
        .formatted(keys, keys, schema.ttlAttribute());
  }
}
