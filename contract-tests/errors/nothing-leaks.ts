import { responseFor } from '../../src/contract/operations.js';
import { matchingMediaType } from '../../src/conformance/document/request-media.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';
import { readJson } from '../../src/conformance/target/json-body.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { carriesEnvelope } from '../../src/conformance/checks/envelope.js';

const htmlPage = 'an HTML page';

/** Traces of a server's internals; each is too specific to be in a message for people by chance. */
const traces: readonly (readonly [what: string, pattern: RegExp])[] = [
  [
    'a stack frame of JavaScript',
    /\bat (?:async )?[\w.<>$ [\]]+ ?\((?:file:\/\/|node:|\/|[A-Z]:\\)[^)\n]*:\d+:\d+\)/,
  ],
  ['a stack frame of JavaScript', /\bat (?:file:\/\/|node:|\/)\S+:\d+:\d+/],
  ['a stack frame of Java', /\bat [\w$.]+\([\w$]+\.(?:java|kt|scala):\d+\)/],
  ['a stack frame of PHP', /#\d+ \S+\.php\(\d+\)/],
  ['a stack frame of Python', /Traceback \(most recent call last\)|File "[^"]+\.py", line \d+/],
  ['a stack frame of Ruby', /\.rb:\d+:in [`']/],
  ['a stack frame of Go', /goroutine \d+ \[running\]|\S+\.go:\d+ \+0x/],
  ['a stack frame of C#', /\bat [\w.]+\([^)]*\) in \S+\.cs:line \d+/],
  [
    'a path on the server',
    /(?:^|[\s"'(=:])(?:\/(?:var|home|usr|srv|opt|app|etc|root|tmp|Users)\/[\w.@-]+(?:\/[\w.@-]+)+|[A-Z]:\\[\w.-]+\\)/,
  ],
  ['a source file', /\b[\w-]+\.(?:php|java|rb|py|jsx?|tsx?|go|cs)(?:\(\d+\)|:\d+| on line \d+| line \d+)/],
  [
    'an SQL error',
    /SQLSTATE\[|\bORA-\d{5}\b|\bER_[A-Z]+_[A-Z_]+\b|PG::\w+|You have an error in your SQL syntax|SQLITE_[A-Z]+|duplicate key value violates/,
  ],
  [
    'an SQL statement',
    /\bSELECT\b[\s\S]{1,200}?\bFROM\b\s+\W?\w|\bINSERT INTO\b\s+\W?\w|\bUPDATE\b\s+\W?\w+\W?\s+\bSET\b|\bDELETE FROM\b\s+\W?\w/,
  ],
  [
    'an exception class',
    /\b(?:java|javax|jakarta|org|com|net|io)\.[a-z][\w.]*\.[A-Z]\w+|\b(?:Illuminate|Symfony|App|Doctrine|GuzzleHttp|Laravel)\\[\w\\]+|\b(?:ActiveRecord|ActionController|ActionDispatch|ActionView|ActiveModel|JSON|Rack)::\w+(?:::\w+)*|\bSystem\.[A-Z]\w+Exception\b/,
  ],
  [
    'an exception class',
    /\b[A-Z][a-z]\w*[A-Z]\w*(?:Exception)\b|\b(?:TypeError|ReferenceError|RangeError|KeyError|AttributeError|NoMethodError|NameError|ValueError|UnhandledPromiseRejection\w*): /,
  ],
  [
    'a failure of JavaScript',
    /Cannot (?:read|set) propert(?:y|ies) of (?:undefined|null)|\w is not a function\b|undefined is not an object/,
  ],
  [
    'a failure of PHP',
    /Undefined (?:index|offset|variable|array key|property)\b|Call to (?:a member|undefined) function|Trying to access array offset|Array to string conversion/,
  ],
  [htmlPage, /<(?:!doctype|html)\b|<(head|body|div|pre|script|table)\b[\s\S]*?<\/\1>/i],
];

export default rule({
  title: 'An error reveals nothing of the server’s internals.',
  level: 'SHOULD',
  section: 'OWASP API8:2023',
  sentence: 'Error messages include stack traces, or expose other sensitive information.',
  expected: ['texts for people: no stack trace, SQL, path, exception class or HTML'],
  appliesTo: { document: 'any', status: 'error' },
  check(exchange) {
    if (!carriesEnvelope(exchange)) return undefined;
    const body = texts(exchange.json.ok ? exchange.json.value : exchange.response.body.toString('utf8'));
    const { path, body: content = Buffer.alloc(0) } = exchange.request;
    const json = readJson(content);
    // An error quotes a text of the body without the escapes of JSON.
    const sent = `${path} ${content.toString('utf8')}\n${json.ok ? texts(json.value) : ''}`;
    const isPage = mayBePage(exchange);
    for (const [what, pattern] of traces) {
      if (isPage && what === htmlPage) continue;
      // An error may quote what the request itself contained, such as its path below that of the base address.
      const leaked = [...body.matchAll(new RegExp(pattern, `g${pattern.flags}`))]
        .map(([found]) => found.trim().replace(/^["'(=:]/, ''))
        .find((quoted) => !sent.includes(quoted) && !quoted.endsWith(path.split('?', 1)[0] ?? path));
      if (leaked !== undefined) return { actual: `${what}: ${leaked.slice(0, 160)}` };
    }
    return 'pass';
  },
});

/** Tells whether the document has pages for the status. */
function mayBePage({ operation, response }: CompletedExchange): boolean {
  const content = operation && responseFor(operation, response.status)?.value.content;
  return matchingMediaType(content, 'text/html') !== undefined;
}

/** All texts of a body, one to a line. */
function texts(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value.slice(0, 20_000);
  if (typeof value !== 'object' || value === null || depth > 12) return '';
  return Object.entries(value)
    .slice(0, 1000)
    .map(([name, child]) => `${Array.isArray(value) ? '' : `${name} `}${texts(child, depth + 1)}`)
    .join('\n');
}
