import { defineFault } from './fault.js';

export const wrongContentLength = defineFault({
  kind: 'wrong-content-length',
  label: 'Wrong Content-Length',
  explanation: 'the announced length is wrong',
  hidesStatus: false,
  options: {
    by: {
      type: 'integer',
      minimum: -1000000,
      maximum: 1000000,
      default: -10,
      description: 'how many bytes more than it sends the answer announces; fewer below 0.',
    },
  },
  send(wire, body, { by }) {
    wire.sendHead(Math.max(0, body.length + by));
    wire.send(body);
    return wire.close();
  },
  seenBy: {
    wire: 'fewer bytes announced than sent',
    fetch: 'json() rejects: SyntaxError',
    axios: 'rejects: HPE_INVALID_CONSTANT',
    curl: 'exit 0',
  },
});
