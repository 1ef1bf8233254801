package io.netpoll.servlet;

/**
 * How much the engine reads to answer for parameters and parts.
 *
 * @param maxFormSize octets of a form's content; −1: no limit
 * @param maxParameterCount parameters of query and form together; −1: no limit
 * @param maxPartCount parts of a multipart request; −1: no limit
 * @param maxPartHeaderSize octets of the header of one part; −1: no limit
 */
record ParameterLimits(long maxFormSize, int maxParameterCount, int maxPartCount, int maxPartHeaderSize) {}
