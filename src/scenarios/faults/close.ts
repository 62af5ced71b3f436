import { defineFault } from './fault.js';

export const close = defineFault({
  kind: 'close',
  label: 'Connection closed',
  explanation: 'closed without an answer',
  hidesStatus: true,
  options: {},
  send: (wire) => wire.close(),
  seenBy: {
    wire: 'a TCP FIN instead of a response',
    fetch: 'rejects: other side closed',
    axios: 'rejects: socket hang up',
    curl: 'exit 52',
  },
});
