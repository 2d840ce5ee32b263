/** The KCL relay, measured against a worker with the same settings that does nothing. */
@NullMarked
package io.github.dynamooutbox.benchmarks.kcl;

import org.jspecify.annotations.NullMarked;
