package io.netpoll.servlet.architecture.bad.servlet;

import org.assertj.core.description.Description;

/** Knows a library; Spring is not on this module's class path. */
record BadText(Description description) {}
