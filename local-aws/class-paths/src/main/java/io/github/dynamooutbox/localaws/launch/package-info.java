/**
 * What runs inside the processes that local-aws starts. What is not the JDK's is on their class
 * paths only.
 */
@NullMarked
package io.github.dynamooutbox.localaws.launch;

import org.jspecify.annotations.NullMarked;
