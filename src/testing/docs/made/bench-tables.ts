/** Tables of what bench/ has measured. */
import { readFileSync } from 'node:fs';
import { packageFile } from '../../../contract/package-root.js';
import { markdownTable, code } from './markdown-table.js';

/** The last results of a benchmark. */
function resultsOf(name: string): unknown {
  return JSON.parse(readFileSync(packageFile('bench', 'results', `${name}.json`), 'utf8'));
}

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
  const { tools } = resultsOf('contract-peers') as { tools: MeasuredTool[] };
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

interface DocumentPeer extends Omit<MeasuredTool, 'falseAlarms' | 'variants' | 'requests'> {
  readonly blamed: number;
  readonly lawful: number;
}

/** The same for services with documents of their own, from the last run of bench/document-peers.mjs. */
export function documentPeersTable(sample: 'document-peers' | 'document-peers-large'): string {
  const { tools } = resultsOf(sample) as { tools: DocumentPeer[] };
  return markdownTable(
    ['tool', 'version', 'faults found', 'lawful servers blamed', 'seconds (median)'],
    tools.map(({ name, version, found, faults, blamed, lawful, seconds }) => [
      ...[name, version, `${found} of ${faults}`, `${blamed} of ${lawful}`, seconds.toFixed(1)],
    ]),
  );
}

interface MeasuredServer {
  readonly name: string;
  readonly version: string;
  readonly judged: number;
  readonly failures: number;
  readonly seconds: number;
  readonly findings: readonly { verdict: string; rule: string; title: string; actual: string }[];
}

/** The verdicts on correct servers in real frameworks, from the last run of bench/frameworks/run.mjs. */
export function frameworksTable(): string {
  const { servers } = resultsOf('frameworks') as { servers: MeasuredServer[] };
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

interface JudgedFindings {
  readonly findings: readonly { rule: string; title?: string; judgement: string; why: string }[];
  readonly mended: readonly { servers: string; finding: string; why: string }[];
}

const judgedFindings = (): JudgedFindings =>
  JSON.parse(
    readFileSync(packageFile('bench', 'frameworks', 'judged-findings.json'), 'utf8'),
  ) as JudgedFindings;

/**
 * Whose fault each finding of the last run is.
 *
 * @throws {Error} on a finding that nobody has judged, and on a judgement of none
 */
export function frameworkFindingsTable(): string {
  const { servers } = resultsOf('frameworks') as { servers: MeasuredServer[] };
  const { findings: judged } = judgedFindings();
  const left = servers.flatMap(({ name, findings }) => findings.map((finding) => ({ name, ...finding })));
  const rows = judged.map(({ rule, title = '', judgement, why }) => {
    const same = left.filter((finding) => finding.rule === rule && finding.title.includes(title));
    if (same.length === 0) throw new Error(`No framework shows ${rule}: '${title}' any more.`);
    for (const finding of same) left.splice(left.indexOf(finding), 1);
    const verdicts = new Set(same.map(({ verdict }) => verdict));
    const names = new Set(same.map(({ name }) => name));
    const seen = new Set(same.map((finding) => `${finding.title}: ${finding.actual}`));
    return [
      code(rule),
      [...seen].join('; '),
      names.size === servers.length ? 'all' : [...names].join(', '),
      [...verdicts].join(' and '),
      judgement,
      why,
    ];
  });
  const [unjudged] = left;
  if (unjudged !== undefined)
    throw new Error(
      `Nobody has judged ${unjudged.rule} of ${unjudged.name}: ${unjudged.title}: ${unjudged.actual}`,
    );
  return markdownTable(['rule', 'seen', 'servers', 'verdict', 'whose fault', 'why'], rows);
}

/** The failures that were faults of these servers, and are no longer there. */
export function mendedFrameworksTable(): string {
  const rows = judgedFindings().mended.map(({ servers, finding, why }) => [servers, finding, why]);
  return markdownTable(['servers', 'finding', 'by which sentence'], rows);
}

/** A run of the suite against the mock of a document. */
interface MeasuredRun {
  readonly document: string;
  readonly operations: number;
  /** Absent where the run failed. */
  readonly verdict?: string;
  readonly cases: number;
  readonly failures: readonly string[];
  readonly ownMistakes: readonly string[];
  readonly warnings: readonly string[];
  readonly seconds: number;
  readonly megabytes: number;
}

const measuredRuns = (): readonly MeasuredRun[] => (resultsOf('self-verify') as { rows: MeasuredRun[] }).rows;

/** Counts the documents whose mock conforms, and how long the suite takes for those of 50 operations and less. */
export function selfVerifySummary(): string {
  const rows = measuredRuns();
  const conforming = rows.filter(({ verdict }) => verdict === 'conforms').length;
  const small = rows.filter(({ operations }) => operations <= 50).map(({ seconds }) => seconds);
  const longest = Math.max(...small).toFixed(0);
  return `The mocks of ${conforming} of ${rows.length} documents conform. The ${small.length} documents of 50 operations at most took ${longest} s at most.`;
}

/** Makes the table of the suite's verdicts on the mock of each real document, from the last run of bench/self-verify.mjs. */
export function selfVerifyTable(): string {
  return markdownTable(
    ['document', 'operations', 'verdict', 'cases', 'failures', "document's own", 'other warnings', 's', 'MB'],
    measuredRuns().map((row) => [
      code(row.document),
      String(row.operations),
      row.verdict ?? 'none',
      String(row.cases),
      ...[row.failures, row.ownMistakes, row.warnings].map(({ length }) => String(length)),
      ...[row.seconds, row.megabytes].map((figure) => String(Math.round(figure))),
    ]),
  );
}

/** The answers of one mock; times in milliseconds, memory when it was ready. */
interface Measured {
  readonly valid: number;
  readonly notFound: number;
  readonly refused: number;
  readonly invalid: number;
  readonly unparsable: number;
  readonly startMs: number;
  readonly firstMs: number;
  readonly megabytes: number;
}

interface MeasuredDocument extends Measured {
  readonly package: string;
  readonly version: string;
  readonly document: string;
  readonly operations: number;
  readonly prism?: Peer;
  /** Of runs with Mockoon. */
  readonly mockoon?: Peer;
}

type Peer = Measured | { readonly failure: string };

function isStarted(mock: Peer | undefined): mock is Measured {
  return mock !== undefined && !('failure' in mock);
}

const outcomes = ['valid', 'notFound', 'refused', 'invalid', 'unparsable'] as const;

function measuredDocuments(): readonly MeasuredDocument[] {
  return (resultsOf('documents') as { rows: MeasuredDocument[] }).rows;
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)}%`;

/** Compares the answers of Drydock and others for each real document, from the last run of bench/documents.mjs. */
export function documentsTable(): string {
  const lines = measuredDocuments().map((row) => {
    const identity = row.package === row.document ? '' : ` of ${code(row.package)}`;
    const mocks = [row, row.prism, ...(row.mockoon === undefined ? [] : [row.mockoon])];
    const numbers = (of: (mock: Measured) => string | number, none: string): string =>
      mocks.map((mock) => (isStarted(mock) ? of(mock) : none)).join(' / ');
    return [
      code(row.document) + identity,
      ...[row.version, String(row.operations)],
      numbers(({ valid }) => share(valid, row.operations), 'none'),
      ...[
        numbers(({ startMs }) => startMs, '-'),
        numbers(({ firstMs }) => firstMs, '-'),
        numbers(({ megabytes }) => megabytes, '-'),
      ],
    ];
  });
  return markdownTable(
    ['document', 'version', 'operations', 'valid', 'ms to start', 'first ms', 'MB'],
    lines,
  );
}

/** Sums up the outcome of all requests, by mock. */
export function documentsSummary(): string {
  const rows = measuredDocuments();
  const operations = sum(rows, (row) => row.operations);
  const started = (peer: Peer | undefined): Measured | undefined => (isStarted(peer) ? peer : undefined);
  const hasMockoon = rows.some(({ mockoon }) => mockoon !== undefined);
  const line = (name: string, of: (row: MeasuredDocument) => Measured | undefined): string[] => [
    name,
    String(rows.filter((row) => of(row)).length),
    share(
      sum(rows, (row) => of(row)?.valid ?? 0),
      operations,
    ),
    ...outcomes.map((outcome) => String(sum(rows, (row) => of(row)?.[outcome] ?? 0))),
  ];
  return markdownTable(
    [
      `${rows.length} documents, ${operations} operations`,
      'started',
      'valid of all',
      ...['valid', '404', 'refused', 'invalid', 'not parsed'],
    ],
    [
      line('Drydock', (row) => row),
      line('Prism', ({ prism }) => started(prism)),
      ...(hasMockoon ? [line('Mockoon', ({ mockoon }) => started(mockoon))] : []),
    ],
  );
}

/** One life of each resource of a document. */
interface MeasuredWalks {
  readonly document: string;
  readonly resources: number;
  readonly walks: number;
  readonly whole: number;
  readonly fallback: number;
  readonly refused: number;
  readonly wrong: number;
}

/** Sums up the walks of bench/stateful.mjs in a table. */
export function walksTable(): string {
  const { rows } = resultsOf('stateful') as { rows: MeasuredWalks[] };
  const walked = rows.filter(({ walks }) => walks > 0);
  const of = (name: Exclude<keyof MeasuredWalks, 'document'>): number => sum(walked, (row) => row[name]);
  return markdownTable(
    [
      'documents',
      'of them with walks',
      'walks',
      'whole',
      'answered without memory',
      'not walkable',
      'judged wrong',
    ],
    [
      [
        ...[rows.length, walked.length, of('walks')].map(String),
        `${of('whole')} (${share(of('whole'), of('walks'))})`,
        ...[of('fallback'), of('refused'), of('wrong')].map(String),
      ],
    ],
  );
}

interface ComparedResources {
  readonly document: string;
  readonly operations: number;
  readonly said: number;
  readonly inferred: number;
  readonly right: number;
}

/** Makes the table of what was inferred against what a person says, from the last run of bench/resources.mjs. */
export function resourcesTable(): string {
  const { rows } = resultsOf('resources') as { rows: ComparedResources[] };
  const total = (name: Exclude<keyof ComparedResources, 'document'>): number => sum(rows, (row) => row[name]);
  const all = {
    document: 'all',
    operations: total('operations'),
    said: total('said'),
    inferred: total('inferred'),
    right: total('right'),
  };
  return markdownTable(
    ['document', 'operations', 'a person says', 'inferred', 'right', 'precision', 'recall'],
    [...rows, all].map((row) => [
      row === all ? 'all' : code(row.document),
      ...[row.operations, row.said, row.inferred, row.right].map(String),
      row.inferred === 0 ? '-' : share(row.right, row.inferred),
      share(row.right, row.said),
    ]),
  );
}

interface MeasuredRefusals {
  readonly sent: number;
  readonly refused: number;
  readonly inBody: number;
  readonly inHeader: number;
}

/** Says in a sentence where the reasons of refusals stood, in the last run of bench/refusals.mjs. */
export function refusalsSummary(): string {
  const { rows } = resultsOf('refusals') as { rows: MeasuredRefusals[] };
  const total = (name: keyof MeasuredRefusals): number => sum(rows, (row) => row[name]);
  const refused = total('refused');
  const of = (part: number): string => `${part} (${share(part, refused)})`;
  return `Of ${refused} refusals by the mocks of ${rows.length} documents ${of(total('inBody'))} had the reason in a text of their body, and ${of(total('inHeader'))} in \`X-Mock-Problems\``;
}

interface ComparedPair {
  readonly name: string;
  readonly versions: readonly string[];
  readonly changes: number;
  readonly breaking: number;
  readonly seconds: number;
  readonly memory: number;
}

/** Makes the table of real documents in two versions, from the last run of bench/diff.mjs. */
export function comparedPairsTable(): string {
  const { pairs } = resultsOf('diff') as { pairs: ComparedPair[] };
  const rows = pairs.map(({ name, versions, changes, breaking, seconds, memory }) => [
    code(name),
    versions.join(' → '),
    String(changes),
    String(breaking),
    seconds.toFixed(1),
    memory.toFixed(0),
  ]);
  return markdownTable(['package', 'versions', 'changes', 'break', 'seconds', 'MB'], rows);
}
