// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.model;

/** A request that cannot be made, or a quote that cannot be given. Says which, and nothing of what the request says. */
public final class ModelException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ModelFault fault;

    ModelException(ModelFault fault, String detail) {
        super(fault.code() + ": " + detail);
        this.fault = fault;
    }

    /**
     * What is wrong.
     *
     * @return the fault
     */
    public ModelFault fault() {
        return fault;
    }
}
