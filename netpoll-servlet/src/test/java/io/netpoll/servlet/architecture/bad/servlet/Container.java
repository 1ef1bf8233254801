package io.netpoll.servlet.architecture.bad.servlet;

import io.netpoll.servlet.architecture.bad.http.Exchange;
import jakarta.servlet.Servlet;

/** Knows the API and the seam. */
record Container(Servlet servlet, Exchange exchange) {}
