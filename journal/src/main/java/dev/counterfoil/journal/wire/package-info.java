// SPDX-License-Identifier: Apache-2.0

/**
 * The record format, version 1. This page is the format; other pages only point here.
 *
 * <h2>Envelope</h2>
 *
 * <p>A record is one JSON object in canonical form: UTF-8, no white space, members in order of their UTF-16 code units, the escapes of
 * RFC 8785, integers within ±(2<sup>53</sup> − 1) and no other number. It has exactly the members of its kind; what does not apply, is
 * unknown or is unbounded is {@code null}, never left out. The invocation's id and the digests of the chain are not in it: they stand
 * beside it in the store. A change of these bytes is a new version with a codec of its own.
 *
 * <p><b>Types.</b> <i>amount</i>: integer 0 to 2<sup>53</sup> − 1. <i>millis</i>: an amount of milliseconds. <i>instant</i>:
 * milliseconds since 1970 (UTC), within the integers. <i>digest</i>: SHA-256 as 64 lower-case hex digits. <i>name</i>: string of 1 to
 * 256 UTF-8 bytes, no control character, no lone surrogate. <i>ordinal</i>: integer 0 to 1,023. <i>word</i>: a code of the list that is
 * linked. A question mark: or null.
 *
 * <p>Every record: {@code v} the integer 1; {@code record} the tag below; {@code sequence} amount, its place in the invocation, from 0;
 * {@code at_millis} instant, the now that its decision used; {@code epoch} amount from 1, the owner's epoch.
 *
 * <h2>Kinds</h2>
 *
 * <table>
 *   <caption>Members of each kind, beside those of the envelope</caption>
 *   <tr><th>record</th><th>members</th></tr>
 *   <tr><td>{@code opening}</td><td>{@code request_sha256} digest, {@code request_bytes} amount, {@code configuration_sha256} digest?
 *     with {@code configuration_bytes} amount?, {@code confidentiality} name?, {@code contract} word
 *     ({@link dev.counterfoil.journal.record.Contract}), {@code scope} name?, {@code key} name? (in clear; there where the contract is
 *     {@code receiver_idempotent}), {@code limits} object, {@code max_latency_millis} millis?, {@code deadline_at_millis} instant? (there
 *     where the latency is), {@code providers} array of 1 to 256 slots with different ids, {@code quote} quote, {@code backoff} object,
 *     {@code doubt} word ({@link dev.counterfoil.journal.record.DoubtProfile}), {@code accounts} names in UTF-16 order, each once,
 *     {@code parent} name?</td></tr>
 *   <tr><td>{@code intent}</td><td>{@code ordinal} ordinal, {@code kind} word ({@link dev.counterfoil.journal.record.AttemptKind}),
 *     {@code provider} name, {@code prior} word? ({@link dev.counterfoil.journal.record.OutcomeClass}), {@code charge} object,
 *     {@code provider_config_sha256} digest?</td></tr>
 *   <tr><td>{@code outcome}</td><td>{@code ordinal} ordinal, {@code class} word ({@link dev.counterfoil.journal.record.OutcomeClass}),
 *     {@code category} word? ({@link dev.counterfoil.journal.record.FailureCategory}), {@code observed} object,
 *     {@code response_sha256} digest? with {@code response_bytes} amount? (there exactly when the class is
 *     {@code completed_with_response}), {@code reason} word? ({@link dev.counterfoil.journal.record.OutcomeReason}),
 *     {@code retry_after_millis} millis?</td></tr>
 *   <tr><td>{@code verdict}</td><td>{@code ordinal} ordinal, {@code verdict} word ({@link dev.counterfoil.journal.record.VerdictKind}),
 *     {@code ground} word ({@link dev.counterfoil.journal.record.VerdictGround}), {@code evidence_sha256} digest? with
 *     {@code evidence_bytes} amount?, {@code by} name?, {@code response_sha256} digest? (only with {@code completed})</td></tr>
 *   <tr><td>{@code cancellation}</td><td>{@code by} name?</td></tr>
 *   <tr><td>{@code evidence}</td><td>{@code ordinal} ordinal?, {@code what} word
 *     ({@link dev.counterfoil.journal.record.EvidenceKind}), {@code sha256} digest, {@code bytes} amount</td></tr>
 *   <tr><td>{@code closing}</td><td>{@code status} word ({@link dev.counterfoil.journal.record.ClosingStatus}), {@code reason} word
 *     ({@link dev.counterfoil.journal.record.ClosingReason}; {@code completed} exactly when settled)</td></tr>
 * </table>
 *
 * <table>
 *   <caption>Objects inside</caption>
 *   <tr><th>object</th><th>members</th></tr>
 *   <tr><td>{@code limits}</td><td>amount? each: {@code max_calls}, {@code max_retries}, {@code max_failovers},
 *     {@code max_context_tokens}, {@code max_output_tokens}, {@code max_aggregate_tokens}, {@code max_cost_micros},
 *     {@code max_request_bytes}, {@code max_response_bytes}, {@code max_total_input_bytes}, {@code max_total_output_bytes}</td></tr>
 *   <tr><td>slot</td><td>{@code id} name, {@code cleared} true or false, {@code max_retries} amount?, {@code quote} quote?</td></tr>
 *   <tr><td>quote</td><td>{@code context_tokens}, {@code output_tokens}, {@code cost_micros}: amounts</td></tr>
 *   <tr><td>{@code backoff}</td><td>{@code kind} word ({@link dev.counterfoil.journal.record.BackoffKind}), {@code initial_millis} millis,
 *     {@code max_millis} millis, not less, {@code factor_thousandths} integer 1,000 to 1,000,000, {@code jitter} word
 *     ({@link dev.counterfoil.journal.record.Jitter})</td></tr>
 *   <tr><td>{@code charge}</td><td>{@code calls}, {@code context_tokens}, {@code output_tokens}, {@code cost_micros},
 *     {@code request_bytes}, {@code response_bytes}: amounts; {@code accounts} names in UTF-16 order, each once</td></tr>
 *   <tr><td>{@code observed}</td><td>{@code context_tokens}, {@code output_tokens}, {@code cost_micros}: integer 0 to
 *     2<sup>51</sup> − 1, or null</td></tr>
 * </table>
 *
 * <h2>Chain</h2>
 *
 * <p>digest(n) = SHA-256 of: ASCII {@code counterfoil.record.v1}, 0x00, the id's length in UTF-8 bytes (u32, big-endian), the id in
 * UTF-8, n (u64, big-endian), the 32 bytes of digest(n − 1) (zeros for n = 0), the canonical bytes of record n.
 *
 * <p>Binding digest = SHA-256 of: ASCII {@code counterfoil.binding.v1}, 0x00, the canonical object of the opening's members without the
 * envelope, {@code configuration_sha256}, {@code configuration_bytes} and {@code backoff}. As in every canonical object its members are
 * sorted; the order in which two bindings are compared is another one, and only {@link BindingComparison}'s affair.
 *
 * <h2>Tombstone</h2>
 *
 * <p>What is kept of an invocation whose records were pruned. One object in canonical form, with exactly the members {@code v} the integer
 * 1; {@code id} name; {@code binding_sha256} digest, the binding digest; {@code request_sha256} digest, {@code contract} word,
 * {@code scope} name? as in its opening; {@code key_sha256} digest?, SHA-256 of the opening's {@code key} in UTF-8 (there where the
 * contract is {@code receiver_idempotent}); {@code records} integer from 2; {@code last_digest} digest of the
 * last record; {@code digest_sum} sum of the digests of all of them modulo 2<sup>256</sup>, written as a digest; {@code status},
 * {@code reason} as in its closing; {@code business_state} word ({@link dev.counterfoil.journal.fold.BusinessState});
 * {@code opened_at_millis}, {@code closed_at_millis} instants, the second not before the first; {@code response_sha256} digest?;
 * {@code totals} object of {@code calls}, {@code retries}, {@code failovers}, {@code context_tokens}, {@code output_tokens},
 * {@code cost_micros}, {@code request_bytes}, {@code response_bytes_reserved}: each a string of decimal digits without leading zeros, 0
 * to 2<sup>63</sup> − 1, since a sum may be beyond the integers of the canonical form.
 *
 * <p>Its digest = SHA-256 of: ASCII {@code counterfoil.tombstone.v1}, 0x00, its canonical bytes. At most 4,096 bytes.
 *
 * <h2>Bounds</h2>
 *
 * <p>{@link dev.counterfoil.journal.record.Bounds}, the same in both directions, also for the lengths that
 * records tell of what stands beside them: {@code request_bytes}, {@code configuration_bytes}, {@code response_bytes},
 * {@code evidence_bytes}, {@code bytes} of an evidence, and {@code max_response_bytes}. A record has at most 65,536 bytes: 256
 * providers fit only when their ids are short, and an opening that does not fit is refused when it is
 * written ({@link RecordTooLargeException}).
 *
 * <h2>When bytes are a record</h2>
 *
 * <ol>
 *   <li>They are at most 65,536 and the canonical form of an object: else {@code not_canonical}.
 *   <li>{@code v} is an integer: else {@code not_canonical}; and 1: else {@code unknown_version}. Nothing else is looked at before.
 *   <li>{@code record} is one of the seven tags; the object, and each object inside, has the members of its kind and no other; each
 *       member has its type, range and list: else {@code not_canonical}.
 *   <li>What the kind says of members together holds (the words <i>with</i>, <i>there where</i> and <i>exactly</i> above): else
 *       {@code not_canonical}.
 *   <li>The record that was read has these very bytes as its encoding: else {@code not_canonical}.
 * </ol>
 *
 * <p>Not judged here: digests of the chain and of payloads, and which records may follow one another.
 */
@NullMarked
package dev.counterfoil.journal.wire;

import org.jspecify.annotations.NullMarked;
