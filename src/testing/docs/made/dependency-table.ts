import { readFileSync } from 'node:fs';
import { packageFile } from '../../../contract/package-root.js';
import { code, markdownTable } from './markdown-table.js';

/** The reason for each runtime dependency; README's table is made of this, and a missing or superfluous entry fails. */
const dependencyReasons: Readonly<Record<string, { readonly does: string; readonly toDropIt: string }>> = {
  '@modelcontextprotocol/sdk': {
    does: 'Speaks the Model Context Protocol. Loaded only by drydock mcp.',
    toDropIt: 'JSON-RPC over standard input and output, and every later version of the protocol.',
  },
  '@redis/client': {
    does: 'Talks to Redis. Loaded only with --redis.',
    toDropIt: 'A client of our own for RESP, pipelining and subscriptions.',
  },
  '@types/express': {
    does: 'Types of Express, which the option extend takes an application of.',
    toDropIt: 'A type of our own for an application.',
  },
  '@types/node': {
    does: "Types of Node, which those of the package name; a project's own version serves.",
    toDropIt: 'Types of our own for what Node passes to middleware.',
  },
  ajv: {
    does: 'Validates requests and responses against the document (JSON Schema 2020-12).',
    toDropIt: 'A validator.',
  },
  'ajv-formats': {
    does: 'Knows the formats: date-time, uri, uuid and others.',
    toDropIt: 'Some twenty patterns.',
  },
  chokidar: {
    does: 'Reports changed files on every platform. Loaded only with --watch.',
    toDropIt: 'fs.watch and its differences between systems.',
  },
  'eventsource-parser': {
    does: 'Reads the stream of events, in the client and in the page.',
    toDropIt: 'A parser of server-sent events that holds however the bytes are cut.',
  },
  express: {
    does: 'The server around the pipeline, the control API and the pages.',
    toDropIt: 'A router of our own.',
  },
  'lru-cache': {
    does: 'Holds the sandboxes in memory: bounded in number, dropped when idle.',
    toDropIt: 'A map with times of last use.',
  },
  pino: {
    does: 'Writes the access log in batches, away from the request path. Loaded only with --access-log.',
    toDropIt: 'A buffered writer that survives a full disk and a file that is moved.',
  },
  yaml: {
    does: 'Reads documents, tariffs and scenarios with the line of every value.',
    toDropIt: 'JSON files only.',
  },
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
    return [code(name), reason.does, reason.toDropIt];
  });
  return markdownTable(['package', 'what it does', 'what dropping it would take'], rows);
}
