import { wholeNumber } from '../schema/text-schemas.js';
import { defineFault } from './fault.js';

export const wrongContentLength = defineFault({
  kind: 'wrong-content-length',
  label: 'Wrong Content-Length',
  explanation: 'the announced length is wrong',
  hidesStatus: false,
  options: {
    by: wholeNumber(
      [-1_000_000, 1_000_000],
      -10,
      'how many bytes more than it sends the answer announces; fewer below 0.',
    ),
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
