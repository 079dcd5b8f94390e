// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.scheduler.runner;

import dev.counterfoil.journal.record.Account;
import dev.counterfoil.journal.record.Backoff;
import dev.counterfoil.journal.record.Binding;
import dev.counterfoil.journal.record.Bounds;
import dev.counterfoil.journal.record.Bytes;
import dev.counterfoil.journal.record.Dimension;
import dev.counterfoil.journal.record.DoubtProfile;
import dev.counterfoil.journal.record.InvocationId;
import dev.counterfoil.journal.record.Limits;
import dev.counterfoil.journal.record.Operation;
import dev.counterfoil.journal.record.Quote;
import dev.counterfoil.scheduler.budget.SharedRetries;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * One thing a user asks for: what is bound to its id for ever, and the means of this run. Immutable.
 *
 * <p>Build one with {@link #of}; it is checked whole when it is built.
 */
public final class Invocation {
    private final InvocationId id;
    private final Bytes request;
    private final Optional<String> confidentiality;
    private final Operation operation;
    private final Limits limits;
    private final Optional<Instant> deadlineAt;
    private final List<Provider> providers;
    private final Quote quote;
    private final DoubtProfile doubt;
    private final List<Account> accounts;
    private final Optional<InvocationId> parent;
    private final Backoff backoff;
    private final Optional<Duration> attemptTimeout;
    private final Optional<Bytes> configuration;
    private final Optional<SharedRetries> sharedRetries;
    private final Optional<Dispatch> within;

    private Invocation(Builder from) {
        id = from.id;
        request = from.request;
        confidentiality = from.confidentiality;
        operation = from.operation;
        limits = from.limits;
        deadlineAt = from.deadlineAt;
        providers = List.copyOf(from.providers);
        quote = from.quote;
        doubt = from.doubt;
        accounts = from.accounts;
        parent = from.parent;
        backoff = from.backoff;
        attemptTimeout = from.attemptTimeout;
        configuration = from.configuration;
        sharedRetries = from.sharedRetries;
        within = from.within;
    }

    /**
     * Starts to describe an invocation.
     *
     * @param id its name: the same name is the same invocation, for ever
     * @return a builder, confined to its user
     * @throws IllegalArgumentException where it is not a name
     */
    public static Builder of(String id) {
        return new Builder(new InvocationId(id));
    }

    /**
     * Its name.
     *
     * @return the id
     */
    public InvocationId id() {
        return id;
    }

    /**
     * What is sent.
     *
     * @return the exact bytes
     */
    public Bytes request() {
        return request;
    }

    /**
     * The provider configuration to store beside its opening.
     *
     * @return empty where there is none
     */
    public Optional<Bytes> configuration() {
        return configuration;
    }

    /**
     * What no binding fixes.
     *
     * @return how providers are called, and the pace
     */
    public Means means() {
        return new Means(providers, backoff, attemptTimeout, sharedRetries, within);
    }

    /**
     * What is bound, were it opened now: a relative deadline becomes an instant. Where it is part of a call whose deadline is earlier than
     * its own, that one is bound.
     *
     * @param now the instant of opening, in whole milliseconds
     * @return the binding
     * @throws IllegalArgumentException where the deadline is beyond the canonical integers
     */
    public Binding bindingAt(Instant now) {
        return new Binding(
                request().content(),
                confidentiality,
                operation,
                limits,
                InvocationDeadline.at(now, deadlineAt, limits, within),
                providers.stream().map(Provider::slot).toList(),
                quote,
                doubt,
                accounts,
                parent);
    }

    /** Describes an invocation step by step. Confined. */
    public static final class Builder {
        private final InvocationId id;
        private Bytes request = Bytes.EMPTY;
        private Optional<String> confidentiality = Optional.empty();
        private Operation operation = Operation.UNDECLARED;
        private Limits limits = Limits.unbounded();
        private Optional<Instant> deadlineAt = Optional.empty();
        private final List<Provider> providers = new ArrayList<>();
        private Quote quote = Quote.ZERO;
        private DoubtProfile doubt = DoubtProfile.STRICT;
        private List<Account> accounts = List.of();
        private Optional<InvocationId> parent = Optional.empty();
        private Backoff backoff = Backoff.STANDARD;
        private Optional<Duration> attemptTimeout = Optional.empty();
        private Optional<Bytes> configuration = Optional.empty();
        private Optional<SharedRetries> sharedRetries = Optional.empty();
        private Optional<Dispatch> within = Optional.empty();

        private Builder(InvocationId id) {
            this.id = id;
        }

        /**
         * What is sent.
         *
         * @param text as UTF-8
         * @return this builder
         */
        public Builder request(String text) {
            return request(Bytes.utf8(text));
        }

        /**
         * What is sent.
         *
         * @param bytes the exact bytes
         * @return this builder
         */
        public Builder request(Bytes bytes) {
            request = bytes;
            return this;
        }

        /**
         * The label that providers must be cleared for; who is cleared stands in their slots.
         *
         * @param label the label
         * @return this builder
         */
        public Builder confidentiality(String label) {
            confidentiality = Optional.of(label);
            return this;
        }

        /**
         * The effect it may have.
         *
         * @param effect contract, scope and key
         * @return this builder
         */
        public Builder operation(Operation effect) {
            operation = effect;
            return this;
        }

        /**
         * Its effective limits; {@code max_calls} must be among them.
         *
         * @param effective the limits
         * @return this builder
         */
        public Builder limits(Limits effective) {
            limits = effective;
            return this;
        }

        /**
         * One more limit.
         *
         * @param dimension what is limited
         * @param most the greatest amount allowed
         * @return this builder
         * @throws IllegalArgumentException where the number is negative or beyond the canonical integers
         */
        public Builder limit(Dimension dimension, long most) {
            return limits(limits.with(dimension, most));
        }

        /**
         * How long it may take, from its first opening.
         *
         * @param latency the time, in whole milliseconds
         * @return this builder
         * @throws IllegalArgumentException where it is negative or beyond {@link Bounds#INTEGER} milliseconds
         */
        public Builder deadline(Duration latency) {
            return limit(Dimension.MAX_LATENCY_MILLIS, Bounds.millis("deadline", latency));
        }

        /**
         * When it is too late.
         *
         * @param instant the deadline
         * @return this builder
         */
        public Builder deadlineAt(Instant instant) {
            deadlineAt = Optional.of(instant);
            return this;
        }

        /**
         * The next provider in order.
         *
         * @param name its id
         * @param dispatcher how it is called
         * @return this builder
         * @throws IllegalArgumentException where it is not a name
         */
        public Builder provider(String name, Dispatcher dispatcher) {
            return provider(Provider.of(name, dispatcher));
        }

        /**
         * The next provider in order.
         *
         * @param provider its place and the way to call it
         * @return this builder
         */
        public Builder provider(Provider provider) {
            providers.add(provider);
            return this;
        }

        /**
         * What an attempt is expected to use.
         *
         * @param expected the quote
         * @return this builder
         */
        public Builder quote(Quote expected) {
            quote = expected;
            return this;
        }

        /**
         * What recovery may do with a doubt.
         *
         * @param profile the profile
         * @return this builder
         */
        public Builder doubt(DoubtProfile profile) {
            doubt = profile;
            return this;
        }

        /**
         * Labels that charges are booked under.
         *
         * @param labels the accounts
         * @return this builder
         */
        public Builder accounts(Collection<Account> labels) {
            accounts = List.copyOf(labels);
            return this;
        }

        /**
         * The invocation that this one is part of.
         *
         * @param whole its name
         * @return this builder
         */
        public Builder parent(InvocationId whole) {
            parent = Optional.of(whole);
            return this;
        }

        /**
         * The call of another invocation that this one is part of, as a dispatcher is given it. That invocation is its parent. It inherits
         * the earlier of both deadlines, for ever; and of this run that an attempt has no more time than the call has, that the invocation
         * is cancelled, by {@code parent}, where the call is asked to end because its own is, and that the run ends and leaves the
         * invocation open where the call is asked to end for another reason.
         *
         * @param call the call around; not for runs after it has returned
         * @return this builder
         */
        public Builder within(Dispatch call) {
            within = Optional.of(call);
            return parent(call.invocation());
        }

        /**
         * What pays for its retries and redeliveries, with those of all others that are given the same. Not bound, not recorded.
         *
         * @param budget the shared budget
         * @return this builder
         */
        public Builder sharedRetries(SharedRetries budget) {
            sharedRetries = Optional.of(budget);
            return this;
        }

        /**
         * Waits before continuations.
         *
         * @param pace the backoff
         * @return this builder
         */
        public Builder backoff(Backoff pace) {
            backoff = pace;
            return this;
        }

        /**
         * How long one attempt may take.
         *
         * @param most the time, positive
         * @return this builder
         */
        public Builder attemptTimeout(Duration most) {
            attemptTimeout = Optional.of(most);
            return this;
        }

        /**
         * What a later run can rebuild the means from; stored beside the opening.
         *
         * @param bytes the configuration, without secrets
         * @return this builder
         */
        public Builder configuration(Bytes bytes) {
            configuration = Optional.of(bytes);
            return this;
        }

        /**
         * The invocation.
         *
         * @return an immutable invocation
         * @throws IllegalArgumentException where it cannot be run: no {@code max_calls}, no provider, two with one id, an uncleared
         *     primary, a request over its bound, both forms of a deadline, another parent than the call's invocation, or itself within
         *     itself
         * @throws UnnamedOperationException where a provider has receipts and the operation lacks a scope or a key to look them up by
         */
        public Invocation build() {
            Invocation invocation = new Invocation(this);
            within.ifPresent(call -> InvocationChecks.checkWithin(id, parent, call));
            InvocationChecks.check(this.limits, deadlineAt, request, attemptTimeout, invocation.providers, configuration);
            InvocationChecks.checkNamed(operation, invocation.providers);
            invocation.bindingAt(Instant.EPOCH);
            return invocation;
        }
    }
}
