/** What runs inside the processes that local-aws starts. Needs the JDK and nothing else. */
@NullMarked
package io.github.dynamooutbox.localaws.launch;

import org.jspecify.annotations.NullMarked;
