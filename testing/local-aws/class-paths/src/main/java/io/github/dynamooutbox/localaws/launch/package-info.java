/**
 * Code that runs inside the processes that local-aws starts. Its dependencies are on the class
 * paths of those processes only.
 */
@NullMarked
package io.github.dynamooutbox.localaws.launch;

import org.jspecify.annotations.NullMarked;
