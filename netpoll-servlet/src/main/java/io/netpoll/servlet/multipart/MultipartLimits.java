package io.netpoll.servlet.multipart;

/**
 * Limits of a multipart request; −1 stands for none.
 *
 * @param maxFileSize octets of one part
 * @param maxRequestSize octets of the whole content
 * @param maxPartCount parts
 * @param maxPartHeaderSize octets of the header of one part
 * @param memoryThreshold octets of a file's part that are kept in memory
 */
public record MultipartLimits(
        long maxFileSize, long maxRequestSize, int maxPartCount, int maxPartHeaderSize, int memoryThreshold) {}
