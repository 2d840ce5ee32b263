/** The KCL relay, compared with a worker with the same settings that does nothing. */
@NullMarked
package io.github.dynamooutbox.benchmarks.kcl;

import org.jspecify.annotations.NullMarked;
