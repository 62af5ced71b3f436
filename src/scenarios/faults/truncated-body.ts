import { defineFault } from './fault.js';

export const truncatedBody = defineFault({
  kind: 'truncated-body',
  label: 'Truncated body',
  explanation: 'closed in mid-body',
  hidesStatus: false,
  options: {
    keep: {
      type: 'number',
      minimum: 0,
      exclusiveMaximum: 1,
      default: 0.5,
      description: 'the part of the body that is sent.',
    },
  },
  send(wire, body, { keep }) {
    wire.sendHead(body.length);
    wire.send(body.subarray(0, Math.floor(body.length * keep)));
    return wire.close();
  },
  seenBy: {
    wire: 'full Content-Length, part of the body, FIN',
    fetch: 'body rejects: terminated',
    axios: 'rejects: stream aborted',
    curl: 'exit 18',
  },
});
