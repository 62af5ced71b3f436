/**
 * Turns recorded exchanges into a scenario: each operation answers what its clients got, in their order, with status, headers,
 * body, delay and fault. Requests are matched by operation, so that another host, id or query meets the same.
 */
import { isDeepStrictEqual } from 'node:util';
import * as yaml from 'yaml';
import { BodyDecoder } from '../../conformance/target/decode-body.js';
import { PathIndex } from '../../conformance/document/path-index.js';
import { TrafficRouter } from '../../conformance/traffic/traffic-router.js';
import type { Contract } from '../../contract/contract.js';
import { responseFor } from '../../contract/operations.js';
import { asFile, readDefinition } from '../../scenarios/reading/read-scenario.js';
import { scenarioValidator } from '../../scenarios/files/scenario-validator.js';
import { schemaProblems } from '../../contract/validation/problem-text.js';
import type { ScenarioFile, StepFields } from '../../scenarios/schema/scenario-file.js';
import { decodeExchange } from '../decode-exchange.js';
import { maskExchange } from '../masking/mask-exchange.js';
import type { RecordedExchange } from '../recorded-exchange.js';
import { RecordingError } from '../recording-error.js';
import { recordedStep } from './recorded-step.js';

/** A scenario of recorded exchanges. */
export interface ScenarioFromRecording {
  /** The content of its file: accepted by the schema and by the document. */
  readonly definition: ScenarioFile;
  /** Number of responses of each operation. */
  readonly responses: ReadonlyMap<string, number>;
  /** Differences from the recording; sentences. */
  readonly notes: readonly string[];
  /** The places whose values are masked: `listOrders, entry 3: response body: token`. */
  readonly masked: readonly string[];
}

export interface RecordedScenarioOptions {
  readonly contract: Contract;
  /** Describes it in a few words. */
  readonly title: string;
  /** Path prefixes under which the operations were; those of the document's servers by default. */
  readonly basePaths?: readonly string[] | undefined;
}

/** Steps that a sequence may have. */
const maxSteps = 100;

/** @throws RecordingError, one sentence, where no exchange went to an operation, or where there are too many */
export async function scenarioFromRecording(
  exchanges: AsyncIterable<RecordedExchange> | Iterable<RecordedExchange>,
  { contract, title, basePaths }: RecordedScenarioOptions,
): Promise<ScenarioFromRecording> {
  const index = new PathIndex(contract.operations);
  const bases = basePaths ?? contract.operations.flatMap((operation) => operation.basePaths);
  const router = new TrafficRouter({ operationsAt: (path) => index.operationsAt(path) }, bases);
  const decoder = new BodyDecoder();
  const steps = new Map<string, StepFields[]>();
  const notes: string[] = [];
  const masked: string[] = [];
  let [left, first] = [0, Infinity];
  for await (const exchange of exchanges) {
    const operation = operationOf(exchange, contract, router);
    if (operation === undefined || isInterim(exchange)) {
      left += 1;
      continue;
    }
    const documented = contract.operations.find(({ id }) => id === operation);
    const hasExample = (status: number): boolean =>
      documented !== undefined && responseFor(documented, status) !== undefined;
    const step = recordedStep(maskExchange(await decodeExchange(exchange, decoder)), hasExample);
    steps.set(operation, [...(steps.get(operation) ?? []), step.fields]);
    notes.push(...step.notes.map((note) => `${operation}, ${exchange.id}: ${note}.`));
    masked.push(...step.masked.map((place) => `${operation}, ${exchange.id}: ${place}`));
    first = Math.min(first, exchange.startedAt);
  }
  if (steps.size === 0)
    throw new RecordingError(
      'No recorded exchange went to an operation of the document, so there is nothing to make a scenario of.',
    );
  const responses = new Map([...steps].map(([operation, all]) => [operation, all.length]));
  const sequences = Object.fromEntries(
    [...steps].map(([operation, all]) => [
      operation,
      { steps: inFew(operation, all, notes), atEnd: 'hold' as const },
    ]),
  );
  if (left > 0)
    notes.push(
      `${left} recorded ${left === 1 ? 'exchange' : 'exchanges'} of no operation ${left === 1 ? 'is' : 'are'} left out.`,
    );
  const definition = accepted({ title, advice: adviceOf(responses, first), sequences }, contract);
  return { definition, responses, notes, masked };
}

function operationOf(
  { own, request: { method, target } }: RecordedExchange,
  contract: Contract,
  router: TrafficRouter,
): string | undefined {
  const known = own?.operation;
  if (known !== undefined && contract.operations.some(({ id }) => id === known)) return known ?? undefined;
  const route = router.find(method, target);
  return route.kind === 'operation' ? route.operation.id : undefined;
}

/** Answered by 1xx alone, such as an upgrade. */
function isInterim({ response }: RecordedExchange): boolean {
  return 'status' in response && response.status < 200;
}

/** Steps that follow one another and are alike become one. */
function inFew(operation: string, steps: readonly StepFields[], notes: string[]): StepFields[] {
  const exact = merged(steps, (step) => ({ ...step, label: undefined, times: undefined }));
  if (exact.length <= maxSteps) return exact;
  const close = merged(steps, (step) => ({ ...step, label: undefined, times: undefined, delay: undefined }));
  if (close.length > maxSteps)
    throw new RecordingError(
      `The recording has ${close.length} different responses of ${operation} one after another; a scenario takes ${maxSteps} of an operation. Choose fewer exchanges.`,
    );
  notes.push(
    `${operation}: responses that differ in their delay alone are put together, with the delay of the first.`,
  );
  return close;
}

function merged(steps: readonly StepFields[], essence: (step: StepFields) => unknown): StepFields[] {
  const all: StepFields[] = [];
  for (const step of steps) {
    const last = all.at(-1);
    if (last && isDeepStrictEqual(essence(last), essence(step)))
      all[all.length - 1] = { ...last, times: (last.times ?? 1) + 1 };
    else all.push(step);
  }
  return all;
}

function adviceOf(responses: ReadonlyMap<string, number>, first: number): string {
  const total = [...responses.values()].reduce((sum, number) => sum + number, 0);
  const when = Number.isFinite(first) ? ` from ${new Date(first).toISOString()} on` : '';
  return `A client should handle what clients met${when}: ${total} ${total === 1 ? 'response' : 'responses'} of ${[...responses.keys()].join(', ')}.`;
}

/** @throws RecordingError where the document has no place for it even as a breach */
function accepted(content: ScenarioFile, contract: Contract): ScenarioFile {
  const { title, advice, ...rest } = content;
  const breaking: ScenarioFile = { title, advice, breaksContract: true, ...rest };
  const found = problemsOf(content, contract);
  if (found.length === 0) return content;
  const [problem] = problemsOf(breaking, contract);
  if (problem === undefined) return breaking;
  throw new RecordingError(`No scenario can be made of the recording: ${problem}`);
}

function problemsOf(content: ScenarioFile, contract: Contract): string[] {
  const inFile = schemaProblems(scenarioValidator(), content, 'the scenario');
  if (inFile.length > 0) return inFile.map(({ text }) => text);
  const read = readDefinition('recorded', asFile(content), contract);
  return 'name' in read ? [] : read.map(({ text }) => text);
}

/** The text of a scenario's file, which reads back as the same. */
export function scenarioYaml(content: ScenarioFile): string {
  // Without folding: a reader of the file finds a text as it was sent.
  const text = yaml.stringify(content, { lineWidth: 0, aliasDuplicateObjects: false });
  const quoted = { lineWidth: 0, aliasDuplicateObjects: false, defaultStringType: 'QUOTE_DOUBLE' } as const;
  return isDeepStrictEqual(yaml.parse(text), content) ? text : yaml.stringify(content, quoted);
}
