import { defineFault } from './fault.js';

export const malformedJson = defineFault({
  kind: 'malformed-json',
  label: 'Malformed JSON',
  explanation: 'a body that does not parse',
  hidesStatus: false,
  options: {},
  send(wire, body) {
    const broken = withoutLastByte(body);
    wire.sendHead(broken.length);
    wire.send(broken);
    wire.finish();
  },
  seenBy: {
    wire: 'complete, but the last brace is missing',
    fetch: 'json() rejects: SyntaxError',
    axios: 'resolves: data is a text',
    curl: 'exit 0',
  },
});

/** JSON without its last character that means something; an empty body becomes an open brace. */
function withoutLastByte(body: Uint8Array): Uint8Array {
  let end = body.length;
  while (end > 0 && (body[end - 1] ?? 0) <= 0x20) end -= 1;
  return end === 0 ? Uint8Array.of(0x7b) : body.subarray(0, end - 1);
}
