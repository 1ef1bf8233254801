package io.netpoll.server;

import io.netpoll.http.Exchange;
import io.netpoll.http.Handler;

class ConnectionLifeOnLoopTest extends ConnectionLifeBehaviour {

    @Override
    ServerOptions.Builder options() {
        return ServerOptions.builder();
    }

    /** No thread changes hands here: fewer tries show as much. */
    @Override
    int times(int often) {
        return often / 2;
    }

    @Override
    Handler handler(Handler handler) {
        return new Handler() {
            @Override
            public void handle(Exchange exchange) throws Exception {
                handler.handle(exchange);
            }

            @Override
            public boolean isNonBlocking() {
                return true;
            }
        };
    }
}
