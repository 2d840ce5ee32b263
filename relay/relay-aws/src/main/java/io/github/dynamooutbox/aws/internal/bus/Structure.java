package io.github.dynamooutbox.aws.internal.bus;

import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.protocol.MarshallLocation;
import software.amazon.awssdk.core.protocol.MarshallingType;
import software.amazon.awssdk.core.traits.ListTrait;
import software.amazon.awssdk.core.traits.LocationTrait;
import software.amazon.awssdk.core.traits.MapTrait;
import software.amazon.awssdk.utils.builder.Buildable;

/**
 * A structure of a service's model, in the form in which the SDK's protocol classes read and write
 * one. Not thread-safe.
 */
final class Structure implements SdkPojo, Buildable {
  private final Shape shape;
  private final Map<String, Object> members = new HashMap<>();

  /** The members that a structure may have. */
  record Shape(List<SdkField<?>> fields) {
    static Shape of(SdkField<?>... fields) {
      return new Shape(Arrays.asList(fields));
    }

    Structure create() {
      return new Structure(this);
    }
  }

  private Structure(Shape shape) {
    this.shape = shape;
  }

  static SdkField<String> text(String name) {
    return builder(MarshallingType.STRING, name).build();
  }

  static SdkField<Integer> number(String name) {
    return builder(MarshallingType.INTEGER, name).build();
  }

  static SdkField<Instant> time(String name) {
    return builder(MarshallingType.INSTANT, name).build();
  }

  static SdkField<SdkBytes> bytes(String name) {
    return builder(MarshallingType.SDK_BYTES, name).build();
  }

  static SdkField<SdkPojo> structure(String name, Shape shape) {
    return builder(MarshallingType.SDK_POJO, name).constructor(shape::create).build();
  }

  static SdkField<List<?>> structures(String name, Shape shape) {
    return list(name, structure("member", shape));
  }

  static SdkField<List<?>> texts(String name) {
    return list(name, text("member"));
  }

  private static SdkField<List<?>> list(String name, SdkField<?> member) {
    return builder(MarshallingType.LIST, name)
        .traits(located(name), ListTrait.builder().memberFieldInfo(member).build())
        .build();
  }

  static SdkField<Map<String, ?>> textsByText(String name) {
    return builder(MarshallingType.MAP, name)
        .traits(
            located(name),
            MapTrait.builder()
                .keyLocationName("key")
                .valueLocationName("value")
                .valueFieldInfo(text("value"))
                .build())
        .build();
  }

  private static <T> SdkField.Builder<T> builder(MarshallingType<? super T> type, String name) {
    return SdkField.<T>builder(type)
        .memberName(name)
        .getter(structure -> cast(((Structure) structure).members.get(name)))
        .setter((structure, value) -> ((Structure) structure).set(name, value))
        .traits(located(name));
  }

  private static LocationTrait located(String name) {
    return LocationTrait.builder().location(MarshallLocation.PAYLOAD).locationName(name).build();
  }

  /** A member is only ever set by its own field, or by its name to a value of the field's type. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals", "NullAway"})
  private static <T> T cast(@Nullable Object member) {
    return (T) member;
  }

  /** Sets a member; null leaves it out. */
  Structure set(String name, @Nullable Object value) {
    if (value == null) {
      members.remove(name);
    } else {
      members.put(name, value);
    }
    return this;
  }

  <T> Optional<T> get(String name, Class<T> type) {
    return Optional.ofNullable(members.get(name)).map(type::cast);
  }

  List<Structure> list(String name) {
    return get(name, List.class).stream()
        .flatMap(list -> ((List<?>) list).stream())
        .map(Structure.class::cast)
        .toList();
  }

  @Override
  public List<SdkField<?>> sdkFields() {
    return shape.fields();
  }

  @Override
  public Map<String, SdkField<?>> sdkFieldNameToField() {
    Map<String, SdkField<?>> byName = new HashMap<>();
    shape.fields().forEach(field -> byName.put(field.locationName(), field));
    return byName;
  }

  @Override
  public Structure build() {
    return this;
  }

  /** Without its members, which may be payload. */
  @Override
  public String toString() {
    return "Structure";
  }
}
