/** The packaged service against real endpoints on this machine. */
package io.github.dynamooutbox.kcl.it;
