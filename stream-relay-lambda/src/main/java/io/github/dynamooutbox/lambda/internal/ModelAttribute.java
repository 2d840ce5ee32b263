package io.github.dynamooutbox.lambda.internal;

import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import io.github.dynamooutbox.format.AttributeType;
import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.ItemView;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An attribute value of aws-lambda-java-events, read where it stands. One that holds nothing at all
 * counts as {@code NULL}.
 */
final class ModelAttribute implements AttributeView {
  private final AttributeValue value;

  ModelAttribute(AttributeValue value) {
    this.value = value;
  }

  @Override
  public AttributeType type() {
    if (value.getS() != null) {
      return AttributeType.S;
    } else if (value.getN() != null) {
      return AttributeType.N;
    } else if (value.getM() != null) {
      return AttributeType.M;
    } else if (value.getL() != null) {
      return AttributeType.L;
    } else if (value.getB() != null) {
      return AttributeType.B;
    } else if (value.getBOOL() != null) {
      return AttributeType.BOOL;
    } else if (value.getSS() != null) {
      return AttributeType.SS;
    } else if (value.getNS() != null) {
      return AttributeType.NS;
    } else if (value.getBS() != null) {
      return AttributeType.BS;
    }
    return AttributeType.NULL;
  }

  @Override
  public String string() {
    return present(value.getS(), AttributeType.S);
  }

  @Override
  public String number() {
    return present(value.getN(), AttributeType.N);
  }

  @Override
  public byte[] bytes() {
    return bytes(present(value.getB(), AttributeType.B));
  }

  @Override
  public boolean bool() {
    return present(value.getBOOL(), AttributeType.BOOL);
  }

  @Override
  public ItemView map() {
    return new ModelItem(present(value.getM(), AttributeType.M));
  }

  @Override
  public List<ModelAttribute> list() {
    return present(value.getL(), AttributeType.L).stream().map(ModelAttribute::new).toList();
  }

  @Override
  public List<String> strings() {
    return value.getNS() != null ? value.getNS() : present(value.getSS(), AttributeType.SS);
  }

  @Override
  public List<byte[]> binaries() {
    return present(value.getBS(), AttributeType.BS).stream().map(ModelAttribute::bytes).toList();
  }

  /** Leaves the buffer's position where it is: the value may be read again. */
  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private <T> T present(@Nullable T held, AttributeType wanted) {
    if (held == null) {
      throw new IllegalStateException("the attribute is of type " + type() + ", not " + wanted);
    }
    return held;
  }

  /** Names the type only: values do not belong in logs. */
  @Override
  public String toString() {
    return type().name();
  }
}
