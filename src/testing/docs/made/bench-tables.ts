import { readFileSync } from 'node:fs';
import { packageFile } from '../../../contract/package-root.js';
import { code, markdownTable, type MadeParts } from './markdown-table.js';

/** Measurements of one thing, by name. */
type Figures<Name extends string> = Readonly<Record<Name, number>>;
type Texts<Name extends string> = Readonly<Record<Name, string>>;

/** The last results of a benchmark. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what it measures
function resultsOf<Results>(name: string): Results {
  return JSON.parse(readFileSync(packageFile('bench', 'results', `${name}.json`), 'utf8')) as Results;
}

/** The rows of a benchmark that measures one document after the other. */
function rowsOf<Name extends string>(name: string): readonly (Texts<'document'> & Figures<Name>)[] {
  return resultsOf<{ rows: (Texts<'document'> & Figures<Name>)[] }>(name).rows;
}

function sumOf<Name extends string>(rows: readonly Figures<Name>[], name: Name): number {
  return rows.reduce((total, row) => total + row[name], 0);
}

const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)}%`;

type Tool<More extends string> = Texts<'name' | 'version'> & Figures<'found' | 'faults' | 'seconds' | More>;

/** Findings of tools on services with documents of their own, from the last run of bench/document-peers.mjs. */
function documentPeersTable(sample: 'document-peers' | 'document-peers-large'): string {
  const { tools } = resultsOf<{ tools: Tool<'blamed' | 'lawful'>[] }>(sample);
  return markdownTable(
    ['tool', 'version', 'faults found', 'lawful servers blamed', 'seconds (median)'],
    tools.map(({ name, version, found, faults, blamed, lawful, seconds }) => [
      ...[name, version, `${found} of ${faults}`, `${blamed} of ${lawful}`, seconds.toFixed(1)],
    ]),
  );
}

type MeasuredServer = Texts<'name' | 'version'> &
  Figures<'judged' | 'failures' | 'seconds'> & {
    readonly findings: readonly Texts<'verdict' | 'rule' | 'title' | 'actual'>[];
  };

const measuredServers = () => resultsOf<{ servers: MeasuredServer[] }>('frameworks').servers;

interface JudgedFindings {
  readonly findings: readonly (Texts<'rule' | 'judgement' | 'why'> & { readonly title?: string })[];
  readonly mended: readonly Texts<'servers' | 'finding' | 'why'>[];
}

function judgedFindings(): JudgedFindings {
  const file = packageFile('bench', 'frameworks', 'judged-findings.json');
  return JSON.parse(readFileSync(file, 'utf8')) as JudgedFindings;
}

/** A run of the suite against the mock of a document; without a verdict where it failed. */
type MeasuredRun = Texts<'document'> &
  Figures<'operations' | 'cases' | 'seconds' | 'megabytes'> &
  Readonly<Record<'failures' | 'ownMistakes' | 'warnings', readonly string[]>> & {
    readonly verdict?: string;
  };

const measuredRuns = () => resultsOf<{ rows: MeasuredRun[] }>('self-verify').rows;

const outcomes = ['valid', 'notFound', 'refused', 'invalid', 'unparsable'] as const;

/** The answers of one mock; times in milliseconds, memory when it was ready. */
type Measured = Figures<(typeof outcomes)[number] | 'startMs' | 'firstMs' | 'megabytes'>;
type Peer = Measured | { readonly failure: string };

/** The answers of Drydock, and of others where they were run. */
type MeasuredDocument = Measured &
  Texts<'package' | 'version' | 'document'> &
  Figures<'operations'> & { readonly prism?: Peer; readonly mockoon?: Peer };

const measuredDocuments = () => resultsOf<{ rows: MeasuredDocument[] }>('documents').rows;

/** Undefined for a mock that did not start. */
function started(mock: Peer | undefined): Measured | undefined {
  return mock === undefined || 'failure' in mock ? undefined : mock;
}

type ResourceFigures = 'operations' | 'said' | 'inferred' | 'right';

type ComparedPair = Texts<'name'> &
  Figures<'changes' | 'breaking' | 'seconds' | 'memory'> & { readonly versions: readonly string[] };

/** Tables of what bench/ has measured, by the names of their parts. */
export const benchParts: MadeParts = {
  /** Makes the table of other tools' findings on the same servers, from the last run of bench/contract-peers.mjs. */
  'contract-peers'() {
    const { tools } = resultsOf<{ tools: Tool<'falseAlarms' | 'variants' | 'requests'>[] }>('contract-peers');
    return markdownTable(
      ['tool', 'version', 'faults found', 'false alarms', 'requests (median)', 'seconds (median)'],
      tools
        .toSorted((a, b) => b.found - a.found)
        .map(({ name, version, found, faults, falseAlarms, variants, requests, seconds }) => [
          ...[name, version, `${found} of ${faults}`, `${falseAlarms} of ${variants}`],
          ...[requests, seconds.toFixed(1)],
        ]),
    );
  },
  /** The verdicts on correct servers in real frameworks, from the last run of bench/frameworks/run.mjs. */
  frameworks() {
    return markdownTable(
      ['framework', 'version', 'rules judged', 'failures', 'seconds'],
      measuredServers().map(({ name, version, judged, failures, seconds }) => [
        ...[name, version, judged, failures, seconds.toFixed(1)],
      ]),
    );
  },
  /**
   * Whose fault each finding of the last run is.
   *
   * @throws {Error} on a finding that nobody has judged, and on a judgement of none
   */
  'framework-findings'() {
    const servers = measuredServers();
    const left = servers.flatMap(({ name, findings }) => findings.map((finding) => ({ name, ...finding })));
    const rows = judgedFindings().findings.map(({ rule, title = '', judgement, why }) => {
      const same = left.filter((finding) => finding.rule === rule && finding.title.includes(title));
      if (same.length === 0) throw new Error(`No framework shows ${rule}: '${title}' any more.`);
      for (const finding of same) left.splice(left.indexOf(finding), 1);
      const verdicts = new Set(same.map(({ verdict }) => verdict));
      const names = new Set(same.map(({ name }) => name));
      const seen = new Set(same.map((finding) => `${finding.title}: ${finding.actual}`));
      const shownNames = names.size === servers.length ? 'all' : [...names].join(', ');
      return [code(rule), [...seen].join('; '), shownNames, [...verdicts].join(' and '), judgement, why];
    });
    const [unjudged] = left;
    if (unjudged !== undefined)
      throw new Error(
        `Nobody has judged ${unjudged.rule} of ${unjudged.name}: ${unjudged.title}: ${unjudged.actual}`,
      );
    return markdownTable(['rule', 'seen', 'servers', 'verdict', 'whose fault', 'why'], rows);
  },
  /** The failures that were faults of these servers, and are no longer there. */
  'framework-mended'() {
    const rows = judgedFindings().mended.map(({ servers, finding, why }) => [servers, finding, why]);
    return markdownTable(['servers', 'finding', 'by which sentence'], rows);
  },
  /** Counts the documents whose mock conforms, and how long the suite takes for those of 50 operations and less. */
  'self-verify-summary'() {
    const rows = measuredRuns();
    const conforming = rows.filter(({ verdict }) => verdict === 'conforms').length;
    const small = rows.filter(({ operations }) => operations <= 50).map(({ seconds }) => seconds);
    const longest = Math.max(...small).toFixed(0);
    return `The mocks of ${conforming} of ${rows.length} documents conform. The ${small.length} documents of 50 operations at most took ${longest} s at most.`;
  },
  /** Makes the table of the suite's verdicts on the mock of each real document, from the last run of bench/self-verify.mjs. */
  'self-verify-table'() {
    return markdownTable(
      [
        'document',
        'operations',
        'verdict',
        'cases',
        'failures',
        "document's own",
        'other warnings',
        's',
        'MB',
      ],
      measuredRuns().map((row) => [
        ...[code(row.document), row.operations, row.verdict ?? 'none', row.cases],
        ...[row.failures.length, row.ownMistakes.length, row.warnings.length],
        ...[Math.round(row.seconds), Math.round(row.megabytes)],
      ]),
    );
  },
  /** Compares the answers of Drydock and others for each real document, from the last run of bench/documents.mjs. */
  'documents-table'() {
    const lines = measuredDocuments().map((row) => {
      const identity = row.package === row.document ? '' : ` of ${code(row.package)}`;
      const mocks = [row, row.prism, ...(row.mockoon === undefined ? [] : [row.mockoon])].map(started);
      const numbers = (of: (mock: Measured) => string | number, none = '-'): string =>
        mocks.map((mock) => (mock ? of(mock) : none)).join(' / ');
      return [
        ...[code(row.document) + identity, row.version, row.operations],
        numbers(({ valid }) => share(valid, row.operations), 'none'),
        ...(['startMs', 'firstMs', 'megabytes'] as const).map((name) => numbers((mock) => mock[name])),
      ];
    });
    return markdownTable(
      ['document', 'version', 'operations', 'valid', 'ms to start', 'first ms', 'MB'],
      lines,
    );
  },
  /** Sums up the outcome of all requests, by mock. */
  'documents-summary'() {
    const rows = measuredDocuments();
    const operations = sumOf(rows, 'operations');
    const line = (name: string, mocks: readonly (Peer | undefined)[]) => {
      const running = mocks.flatMap((mock) => started(mock) ?? []);
      const sums = outcomes.map((outcome) => sumOf(running, outcome));
      return [name, running.length, share(sumOf(running, 'valid'), operations), ...sums];
    };
    const mockoon = rows.map((row) => row.mockoon);
    return markdownTable(
      [
        `${rows.length} documents, ${operations} operations`,
        ...['started', 'valid of all', 'valid', '404', 'refused', 'invalid', 'not parsed'],
      ],
      [
        line('Drydock', rows),
        line(
          'Prism',
          rows.map(({ prism }) => prism),
        ),
        ...(mockoon.some((mock) => mock !== undefined) ? [line('Mockoon', mockoon)] : []),
      ],
    );
  },
  /** Sums up the walks of bench/stateful.mjs in a table: one life of each resource of a document. */
  'walks-table'() {
    const rows = rowsOf<'walks' | 'whole' | 'fallback' | 'refused' | 'wrong'>('stateful');
    const walked = rows.filter(({ walks }) => walks > 0);
    const [walks, whole] = [sumOf(walked, 'walks'), sumOf(walked, 'whole')];
    const others = (['fallback', 'refused', 'wrong'] as const).map((name) => sumOf(walked, name));
    return markdownTable(
      [
        ...['documents', 'of them with walks', 'walks', 'whole'],
        ...['answered without memory', 'not walkable', 'judged wrong'],
      ],
      [[rows.length, walked.length, walks, `${whole} (${share(whole, walks)})`, ...others]],
    );
  },
  /** Makes the table of what was inferred against what a person says, from the last run of bench/resources.mjs. */
  'resources-table'() {
    const rows = rowsOf<ResourceFigures>('resources');
    const total = (name: ResourceFigures): number => sumOf(rows, name);
    const all = {
      ...{ operations: total('operations'), said: total('said') },
      ...{ inferred: total('inferred'), right: total('right') },
    };
    const line = (name: string, { operations, said, inferred, right }: Figures<ResourceFigures>) => [
      ...[name, operations, said, inferred, right],
      inferred === 0 ? '-' : share(right, inferred),
      share(right, said),
    ];
    return markdownTable(
      ['document', 'operations', 'a person says', 'inferred', 'right', 'precision', 'recall'],
      [...rows.map((row) => line(code(row.document), row)), line('all', all)],
    );
  },
  /** Says in a sentence where the reasons of refusals stood, in the last run of bench/refusals.mjs. */
  'refusals-summary'() {
    const rows = rowsOf<'refused' | 'inBody' | 'inHeader'>('refusals');
    const refused = sumOf(rows, 'refused');
    const of = (name: 'inBody' | 'inHeader'): string =>
      `${sumOf(rows, name)} (${share(sumOf(rows, name), refused)})`;
    return `Of ${refused} refusals by the mocks of ${rows.length} documents ${of('inBody')} had the reason in a text of their body, and ${of('inHeader')} in \`X-Mock-Problems\``;
  },
  /** Makes the table of real documents in two versions, from the last run of bench/diff.mjs. */
  'compared-pairs'() {
    const { pairs } = resultsOf<{ pairs: ComparedPair[] }>('diff');
    return markdownTable(
      ['package', 'versions', 'changes', 'break', 'seconds', 'MB'],
      pairs.map(({ name, versions, changes, breaking, seconds, memory }) => [
        ...[code(name), versions.join(' → '), changes, breaking, seconds.toFixed(1), memory.toFixed(0)],
      ]),
    );
  },
  'document-peers': () => documentPeersTable('document-peers'),
  'document-peers-large': () => documentPeersTable('document-peers-large'),
};
