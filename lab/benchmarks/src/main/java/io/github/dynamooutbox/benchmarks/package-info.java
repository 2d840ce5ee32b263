/** Measurements, each compared with a baseline in the same run. */
@NullMarked
package io.github.dynamooutbox.benchmarks;

import org.jspecify.annotations.NullMarked;
