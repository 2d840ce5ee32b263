package io.github.dynamooutbox.localaws.mapping;

/** Which neighbours on the stream may change places. Records of one item never do. */
public enum SwapScope {
  /** Any two records of different items: all that a stream leaves open. */
  DIFFERENT_ITEMS,
  /** Only records of different partition keys: what a stream does in practice. */
  DIFFERENT_PARTITION_KEYS
}
