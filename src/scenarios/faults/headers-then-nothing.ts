import { defineFault } from './fault.js';

export const headersThenNothing = defineFault({
  kind: 'headers-then-nothing',
  label: 'Headers without a body',
  explanation: 'headers, then silence',
  hidesStatus: false,
  options: {},
  send(wire, body) {
    wire.sendHead(body.length);
    return wire.hold();
  },
  seenBy: {
    wire: 'status and headers, then nothing',
    fetch: 'body waits 300 s',
    axios: 'waits for ever',
    curl: 'waits for ever',
  },
});
