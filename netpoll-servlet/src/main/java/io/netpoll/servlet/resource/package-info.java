/** The application's static resources: directories, jars with {@code META-INF/resources}, and the default servlet. */
@NullMarked
package io.netpoll.servlet.resource;

import org.jspecify.annotations.NullMarked;
