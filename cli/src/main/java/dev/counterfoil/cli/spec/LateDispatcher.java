// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.spec;

import dev.counterfoil.scheduler.dispatch.Answer;
import dev.counterfoil.scheduler.dispatch.Dispatch;
import dev.counterfoil.scheduler.dispatch.Dispatcher;
import java.time.Duration;

/** A dispatcher that is made when a run gets ready to call it. Thread-safe. */
record LateDispatcher(Late<Dispatcher> way) implements Dispatcher {
    @Override
    public void prepare() {
        way.get().prepare();
    }

    @Override
    public Answer dispatch(Dispatch dispatch) throws Exception {
        return way.get().dispatch(dispatch);
    }

    @Override
    public Duration endingGrace() {
        return way.get().endingGrace();
    }
}
