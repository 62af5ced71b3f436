/** The rooms of the house: each folder of src with its one idea, and where it stands in the picture. */
export interface Room {
  /** The folder, from the root of the repository. */
  readonly path: string;
  /** Its idea, short enough for the picture. */
  readonly idea: string;
  /** Column and width in twelfths of the picture. */
  readonly column: number;
  readonly width: number;
  /** 0 is the roof; a room imports only from rooms further down. */
  readonly row: number;
  readonly wing: 'entry' | 'mock' | 'suite' | 'base';
}

export const rooms: readonly Room[] = [
  { path: 'src/cli', idea: 'the command drydock', row: 0, column: 0, width: 8, wing: 'entry' },
  { path: 'src/dashboard', idea: 'the web page, over HTTP only', row: 0, column: 8, width: 4, wing: 'entry' },
  { path: 'src/mcp', idea: 'tools for coding agents', row: 1, column: 0, width: 3, wing: 'entry' },
  { path: 'src/proxy', idea: 'in front of a real service', row: 1, column: 3, width: 4, wing: 'entry' },
  { path: 'src/fetch', idea: 'the mock without a server', row: 1, column: 7, width: 5, wing: 'entry' },
  { path: 'src/client', idea: 'the client for tests', row: 2, column: 0, width: 4, wing: 'entry' },
  { path: 'src/server', idea: 'the Express server', row: 2, column: 4, width: 5, wing: 'mock' },
  { path: 'src/fixtures', idea: 'typed examples', row: 2, column: 9, width: 3, wing: 'entry' },
  { path: 'src/options', idea: 'flags, files, environment', row: 3, column: 0, width: 3, wing: 'entry' },
  { path: 'src/control', idea: 'control API, events, metrics', row: 3, column: 3, width: 3, wing: 'mock' },
  { path: 'src/diff', idea: 'two documents compared', row: 3, column: 6, width: 3, wing: 'suite' },
  { path: 'contract-tests', idea: 'the rules', row: 3, column: 9, width: 3, wing: 'suite' },
  { path: 'src/foreign', idea: 'other documents', row: 4, column: 0, width: 4, wing: 'mock' },
  { path: 'src/recordings', idea: 'HAR in and out, drift', row: 4, column: 4, width: 4, wing: 'mock' },
  { path: 'src/reports', idea: 'text, JSON, JUnit …', row: 4, column: 8, width: 4, wing: 'suite' },
  { path: 'src/mock', idea: 'a request becomes a response', row: 5, column: 0, width: 4, wing: 'mock' },
  { path: 'src/shipping', idea: 'the service: rates, orders', row: 5, column: 4, width: 4, wing: 'mock' },
  { path: 'src/conformance', idea: 'the engine of the suite', row: 5, column: 8, width: 4, wing: 'suite' },
  { path: 'src/scenarios', idea: 'faults and delays', row: 6, column: 0, width: 3, wing: 'mock' },
  { path: 'src/state', idea: 'memory or Redis', row: 6, column: 3, width: 3, wing: 'mock' },
  { path: 'src/journal', idea: 'what was requested', row: 6, column: 6, width: 3, wing: 'mock' },
  { path: 'src/values', idea: 'values of a schema', row: 6, column: 9, width: 3, wing: 'base' },
  {
    path: 'src/contract',
    idea: 'an OpenAPI document: loaded, checked, compiled',
    row: 7,
    column: 0,
    width: 6,
    wing: 'base',
  },
  { path: 'src/secrets', idea: 'texts without secrets', row: 7, column: 9, width: 3, wing: 'base' },
  { path: 'src/tls', idea: 'certificates', row: 7, column: 6, width: 3, wing: 'base' },
];
