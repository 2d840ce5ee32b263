package io.github.dynamooutbox.format;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Attributes in insertion order. A record consists of four small maps; as arrays they take half the
 * memory of hash maps, and lookups are as fast. Beyond {@link #MAX_IN_ARRAYS} attributes this
 * switches to a hash map, because an item that is not a record may have thousands. Not thread-safe.
 */
final class AttributeTable {
  /** A record has about a dozen attributes. */
  private static final int MAX_IN_ARRAYS = 16;

  private static final int FIRST_SIZE = 4;
  private static final String[] NO_NAMES = {};
  private static final Attribute[] NO_VALUES = {};

  private String[] names = NO_NAMES;
  private Attribute[] values = NO_VALUES;
  private int size;
  private @Nullable Map<String, Attribute> large;

  /**
   * Returns whether there was no attribute of the same name.
   *
   * @param replaces whether such an attribute is replaced
   */
  boolean add(String name, Attribute value, boolean replaces) {
    if (large != null) {
      return (replaces ? large.put(name, value) : large.putIfAbsent(name, value)) == null;
    }
    int at = indexOf(names, size, name);
    if (at >= 0) {
      values[at] = replaces ? value : values[at];
    } else if (size == MAX_IN_ARRAYS) {
      large = new LinkedHashMap<>(asMap());
      large.put(name, value);
    } else {
      if (size == names.length) {
        names = Arrays.copyOf(names, Math.max(FIRST_SIZE, 2 * size));
        values = Arrays.copyOf(values, Math.max(FIRST_SIZE, 2 * size));
      }
      names[size] = name;
      values[size++] = value;
    }
    return at < 0;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** All attributes added. Nothing may be added after this call. */
  Map<String, Attribute> asMap() {
    return large == null ? new InArrays(names, values, size) : large;
  }

  /** A string keeps its hash, so that most names are told apart by one comparison of numbers. */
  private static int indexOf(String[] names, int size, Object name) {
    int hash = name.hashCode();
    for (int i = 0; i < size; i++) {
      if (names[i].hashCode() == hash && names[i].equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** An immutable map on top of the arrays. */
  private static final class InArrays extends AbstractMap<String, Attribute> {
    private final String[] names;
    private final Attribute[] values;
    private final int size;

    private InArrays(String[] names, Attribute[] values, int size) {
      this.names = names;
      this.values = values;
      this.size = size;
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public @Nullable Attribute get(Object name) {
      int at = indexOf(names, size, name);
      return at < 0 ? null : values[at];
    }

    @Override
    public Set<String> keySet() {
      return new Elements<>(size, i -> names[i]);
    }

    @Override
    public Set<Entry<String, Attribute>> entrySet() {
      return new Elements<>(size, i -> Map.entry(names[i], values[i]));
    }
  }

  /** A set with one element for each attribute. */
  private static final class Elements<T> extends AbstractSet<T> {
    private final int size;
    private final IntFunction<T> element;

    private Elements(int size, IntFunction<T> element) {
      this.size = size;
      this.element = element;
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public Iterator<T> iterator() {
      return new Iterator<>() {
        private int next;

        @Override
        public boolean hasNext() {
          return next < size;
        }

        @Override
        public T next() {
          if (next == size) {
            throw new NoSuchElementException();
          }
          return element.apply(next++);
        }
      };
    }
  }
}
