import type { Contract } from '../contract/contract.js';
import { OptionError } from '../contract/option-error.js';
import type { Problem } from '../contract/validation/problem-text.js';
import { createMock } from '../mock/create-mock.js';
import type { Mock } from '../mock/mock.js';
import { sandboxTime, timeOfMock } from '../mock/sandbox-time.js';
import { runTimeParts } from '../contract/precompiled/run-time-parts.js';
import { fittingScenarios, readScenario } from '../scenarios/reading/read-scenario.js';
import { nameProblem } from '../scenarios/reading/name-problem.js';
import { asFile } from '../scenarios/reading/read-scenario.js';
import { schemaProblems } from '../contract/validation/problem-text.js';
import type { Scenario } from '../scenarios/scenario.js';
import type { ScenarioDefinition } from '../scenarios/schema/scenario-file.js';
import { answerParts } from '../foreign/answer-parts.js';
import { shippingKeys, shippingName } from '../shipping/shipping-facts.js';
import type { State } from '../state/state.js';
import { prepareShipping } from './bundled-shipping.js';
import { contractOf } from './compiled-document.js';
import type { CheckedFetchOptions } from './fetch-options.js';
import shippingDocument from './precompiled/shipping-document.js';
import type { Timers } from './exchange/timers.js';
import { unknownKey, type Identity, type KeyReader } from '../mock/identity/identity.js';

/** Prepares a mock whose every part is compiled or plain data. @throws OptionError */
export async function loadFetchMock(
  options: CheckedFetchOptions,
  timers: Timers,
  state: State,
): Promise<Mock> {
  const { document: compiled = shippingDocument, seed } = options;
  const contract = await contractOf(compiled, options.examples);
  const now = timeOfMock(options.clock, timers.now);
  const memory = { documents: state.documents, nowIn: sandboxTime(now, state.clock) };
  const isShipping = contract.service === shippingName;
  const service = isShipping ? prepareShipping({ seed, ...memory }) : undefined;
  const { handlers } = options;
  const answering = await answerParts({
    ...{ contract, service, options, memory },
    handlers: handlers && new Map(Object.entries(handlers)),
  });
  return createMock({
    ...{ contract, service, state, now, options, ...answering },
    serviceKeys: isShipping ? shippingKeys : undefined,
    scenarioFiles: await scenariosFor(contract, compiled === shippingDocument, options.scenarios),
    keys: new OwnKeys(options.keys),
    token: undefined,
  });
}

/** The shipped scenarios that fit the document, and those of the options. @throws OptionError */
async function scenariosFor(
  contract: Contract,
  isOwn: boolean,
  given: CheckedFetchOptions['scenarios'] = {},
): Promise<ReadonlyMap<string, Scenario>> {
  const { default: shipped } = await import('./precompiled/shipping-scenarios.js');
  const scenarios = fittingScenarios(shipped, contract, isOwn);
  for (const [name, definition] of Object.entries(given))
    scenarios.set(name, await scenarioOf(name, definition, contract));
  return scenarios;
}

async function scenarioOf(
  name: string,
  definition: ScenarioDefinition,
  contract: Contract,
): Promise<Scenario> {
  const { default: makeValidators } = await import('./precompiled/own-schemas.js');
  const content = asFile(definition);
  const refused = nameProblem(name, 'scenario');
  const accepts = makeValidators(runTimeParts(true)).scenario;
  const problems: readonly Pick<Problem, 'text'>[] =
    refused === undefined ? schemaProblems(accepts, content, 'the definition') : [{ text: refused }];
  if (problems.length > 0) throw unusable(name, problems);
  const read = readScenario(name, `scenarios.${name}`, content, contract);
  if (!('name' in read)) throw unusable(name, read);
  return read;
}

function unusable(name: string, [first]: readonly Pick<Problem, 'text'>[]): OptionError {
  const reason = first?.text.replace(/\.$/, '') ?? '';
  return new OptionError(`The option scenarios.${name} can't be used: ${reason}.`);
}

/**
 * The further keys that a handler accepts. They and the journal lie in one page or process, so there is nobody from whom the
 * comparison would have to hide them.
 */
class OwnKeys implements KeyReader {
  private readonly marks = new Map<string, string>();

  constructor(private readonly keys: readonly string[] = []) {}

  identify(key: string): Identity {
    const whole = this.holderOf(key, undefined);
    const [, secret, scenario] = /^(.*)~(\S{1,256})$/.exec(key) ?? [];
    return whole ?? (secret === undefined ? undefined : this.holderOf(secret, scenario)) ?? unknownKey;
  }

  /** Marks a credential by the order in which it was first seen, which says nothing of it; the thousand latest are known. */
  digest(text: string): string {
    const known = this.marks.get(text);
    if (known !== undefined) return known;
    const [oldest] = this.marks.size >= 1000 ? this.marks.keys() : [];
    if (oldest !== undefined) this.marks.delete(oldest);
    this.seen += 1;
    const mark = this.seen.toString(16).padStart(16, '0');
    this.marks.set(text, mark);
    return mark;
  }

  private seen = 0;

  private holderOf(key: string, scenario: string | undefined): Identity | undefined {
    const index = this.keys.indexOf(key);
    if (index === -1) return undefined;
    const sandbox = index === 0 ? 'own-key' : `own-key-${index + 1}`;
    return { kind: 'valid', sandbox, scopes: undefined, scenario };
  }
}
