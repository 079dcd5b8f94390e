// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a host. Implementations are thread-safe. */
@FunctionalInterface
interface Hosts {
    /** As the machine finds them. */
    Hosts SYSTEM = name -> List.of(InetAddress.getAllByName(name));

    /** The addresses, at least one, in the order in which they are tried. May take long, and cannot be broken off. */
    List<InetAddress> addresses(String name) throws UnknownHostException;
}
