package io.netpoll.architecture.bad.jdkonly.http;

import org.assertj.core.description.Description;

/** Knows a library. */
record BadText(Description description) {}
