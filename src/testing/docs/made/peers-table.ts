import { readFileSync } from 'node:fs';
import { packageFile } from '../../../contract/package-root.js';
import { markdownTable } from './markdown-table.js';

interface MeasuredTool {
  readonly name: string;
  readonly version: string;
  readonly found: number;
  readonly faults: number;
  readonly falseAlarms: number;
  readonly variants: number;
  readonly requests: number;
  readonly seconds: number;
}

/** Makes the table of other tools' findings on the same servers, from the last run of bench/contract-peers.mjs. */
export function peersTable(): string {
  const file = packageFile('bench', 'results', 'contract-peers.json');
  const { tools } = JSON.parse(readFileSync(file, 'utf8')) as { tools: MeasuredTool[] };
  const rows = tools
    .toSorted((a, b) => b.found - a.found)
    .map((tool) => [
      tool.name,
      tool.version,
      `${tool.found} of ${tool.faults}`,
      `${tool.falseAlarms} of ${tool.variants}`,
      String(tool.requests),
      tool.seconds.toFixed(1),
    ]);
  return markdownTable(
    ['tool', 'version', 'faults found', 'false alarms', 'requests (median)', 'seconds (median)'],
    rows,
  );
}

interface MeasuredServer {
  readonly name: string;
  readonly version: string;
  readonly judged: number;
  readonly failures: number;
  readonly seconds: number;
}

/** The verdicts on correct servers in real frameworks, from the last run of bench/frameworks/run.mjs. */
export function frameworksTable(): string {
  const file = packageFile('bench', 'results', 'frameworks.json');
  const { servers } = JSON.parse(readFileSync(file, 'utf8')) as { servers: MeasuredServer[] };
  return markdownTable(
    ['framework', 'version', 'rules judged', 'failures', 'seconds'],
    servers.map(({ name, version, judged, failures, seconds }) => [
      name,
      version,
      String(judged),
      String(failures),
      seconds.toFixed(1),
    ]),
  );
}
