package io.netpoll.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeaseTest {

    private final Lease lease = new Lease();

    @Test
    void aDriverWhoIsNotRobbedStaysTheDriver() {
        long first = lease.begin();
        assertThat(lease.running()).isEqualTo(first).isPositive();
        assertThat(lease.end(first)).isTrue();
        assertThat(lease.running()).isZero();
        assertThat(lease.claim()).as("nothing was taken").isFalse();
        assertThat(lease.begin()).isEqualTo(first + 1);
    }

    @Test
    void aDriverWhoIsRobbedLearnsIt() {
        long task = lease.begin();
        assertThat(lease.take(task)).isTrue();
        assertThat(lease.take(task)).as("once").isFalse();
        assertThat(lease.running()).as("on a driver's thread").isZero();
        assertThat(lease.end(task)).isFalse();
        assertThat(lease.claim()).isTrue();
        assertThat(lease.claim()).as("once").isFalse();
    }

    /** The former driver's task ends while the next driver is in one of its own. */
    @Test
    void aFormerDriverDoesNotEndTheNextOnesTask() {
        long former = lease.begin();
        lease.take(former);
        lease.claim();
        long next = lease.begin();
        assertThat(lease.end(former)).isFalse();
        assertThat(lease.running()).isEqualTo(next);
        assertThat(lease.end(next)).isTrue();
    }

    /** The watcher saw a task, and acts when that has ended and another runs. */
    @Test
    void aTaskThatHasEndedIsNotTaken() {
        long seen = lease.begin();
        lease.end(seen);
        assertThat(lease.take(seen)).isFalse();
        long next = lease.begin();
        assertThat(lease.take(seen)).isFalse();
        assertThat(lease.end(next)).isTrue();
    }
}
