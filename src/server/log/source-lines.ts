/** A stack trace in a log names modules of the sources, not the files that the build bundles them into. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { pathToFileURL } from 'node:url';

type Log = (line: string) => void;

/** A place in a stack trace: an ES module has a URL, a CommonJS module a path. */
const tracedPlace = /(\(| at (?:async )?)([^()\n]+\.js):(\d+):(\d+)/g;

/**
 * Replaces built places by those of the sources. Source maps are read when a trace needs them: Node, asked to follow them by itself
 * (--enable-source-maps), would read all of them at the start.
 */
export function withSourceLines(log: Log): Log {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (url: string): SourceMap | undefined => {
    if (!maps.has(url)) maps.set(url, readMap(url));
    return maps.get(url);
  };
  return (line) => log(line.includes('\n    at ') ? inSources(line, mapOf) : line);
}

function inSources(trace: string, mapOf: (url: string) => SourceMap | undefined): string {
  return trace.replace(tracedPlace, (place, before: string, file: string, line: string, column: string) => {
    const url = file.startsWith('file:') ? file : pathToFileURL(file).href;
    const found = mapOf(url)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (found === undefined || !('originalSource' in found)) return place;
    const { originalSource, originalLine, originalColumn } = found;
    return `${before}${new URL(originalSource, url).href}:${originalLine + 1}:${originalColumn + 1}`;
  });
}

/** Undefined for files that are not the build's. */
function readMap(url: string): SourceMap | undefined {
  const file = new URL(`${url}.map`);
  if (!/\/dist\/.*\.js$/.test(url) || !existsSync(file)) return undefined;
  return new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload);
}
