package io.netpoll.server;

import io.netpoll.http.Exchange;
import io.netpoll.http.Handler;

class ConnectionLifeOnLoopTest extends ConnectionLifeBehaviour {

    @Override
    ServerOptions.Builder options() {
        return ServerOptions.builder();
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
