package io.netpoll.boot.architecture.bad.boot;

import io.netpoll.boot.architecture.bad.server.Server;

/** Knows the server. */
record WebServer(Server server) {}
