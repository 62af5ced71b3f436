import { defineFault } from './fault.js';

export const reset = defineFault({
  kind: 'reset',
  label: 'Connection reset',
  explanation: 'a TCP reset',
  hidesStatus: true,
  options: {},
  send(wire) {
    wire.reset();
  },
  seenBy: {
    wire: 'a TCP RST instead of a response',
    fetch: 'rejects: ECONNRESET',
    axios: 'rejects: ECONNRESET',
    curl: 'exit 56',
  },
});
