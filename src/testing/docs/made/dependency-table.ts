import { readFileSync } from 'node:fs';
import { packageFile } from '../../../contract/package-root.js';
import { code, markdownTable } from './markdown-table.js';

/** The reason for each runtime dependency; README's table is made of this, and a missing or superfluous entry fails. */
const dependencyReasons: Readonly<Record<string, readonly [does: string, toDropIt: string]>> = {
  '@modelcontextprotocol/sdk': [
    'Speaks the Model Context Protocol. Loaded only by drydock mcp.',
    'JSON-RPC over standard input and output and over HTTP, and every later version of the protocol.',
  ],
  '@redis/client': [
    'Talks to Redis. Loaded only with --redis.',
    'A client of our own for RESP, pipelining and subscriptions.',
  ],
  '@types/express': [
    'Types of Express, which the option extend takes an application of.',
    'A type of our own for an application.',
  ],
  '@types/node': [
    "Types of Node, which those of the package name; a project's own version serves.",
    'Types of our own for what Node passes to middleware.',
  ],
  ajv: ['Validates requests and responses against the document (JSON Schema 2020-12).', 'A validator.'],
  'ajv-formats': ['Knows the formats: date-time, uri, uuid and others.', 'Some twenty patterns.'],
  chokidar: [
    'Reports changed files on every platform. Loaded only with --watch.',
    'fs.watch and its differences between systems.',
  ],
  'eventsource-parser': [
    'Reads the stream of events, in the client and in the page.',
    'A parser of server-sent events that holds however the bytes are cut.',
  ],
  express: ['The server around the pipeline, the control API and the pages.', 'A router of our own.'],
  jiti: [
    'Reads the TypeScript of handlers on every version of Node, and reads them anew. Loaded only with --handlers.',
    'Handlers in JavaScript alone, or a newer Node, and hooks of its loader for a change.',
  ],
  'lru-cache': [
    'Holds the sandboxes in memory: bounded in number, dropped when idle.',
    'A map with times of last use.',
  ],
  'node-forge': [
    'Makes the certificates of this machine. Loaded only with --https.',
    'Code of our own for X.509 and its encoding (DER); Node only reads it.',
  ],
  pino: [
    'Writes the access log in batches, away from the request path. Loaded only with --access-log.',
    'A buffered writer that survives a full disk and a file that is moved.',
  ],
  '@rgrove/parse-xml': [
    'Reads requests in XML. Loaded only with --stateful.',
    'A reader of XML with its entities, CDATA and character references.',
  ],
  rfc6902: [
    'Applies a JSON Patch (RFC 6902). Loaded only with --stateful.',
    'The six operations of a patch and JSON Pointers with a place behind the last.',
  ],
  yaml: ['Reads documents, tariffs and scenarios with the line of every value.', 'JSON files only.'],
};

/** Every runtime dependency has a reason, and every reason a dependency. */
export function dependencyTable(): string {
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(packageFile('package.json'), 'utf8'),
  ) as Partial<Record<'dependencies' | 'optionalDependencies', Record<string, string>>>;
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  const unknown = Object.keys(dependencyReasons).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(`dependency-table.ts names ${unknown.join(', ')}, which package.json does not.`);
  const rows = names.map((name) => {
    const reason = dependencyReasons[name];
    if (!reason) throw new Error(`dependency-table.ts lacks ${name}.`);
    return [code(name), ...reason];
  });
  return markdownTable(['package', 'what it does', 'what dropping it would take'], rows);
}
