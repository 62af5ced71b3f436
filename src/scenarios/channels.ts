/**
 * The channels by which a scenario is asked for, each one row: how strong it is, what is read of a request, and how
 * responses, journal, page and docs name it. The strongest channel that says something decides alone, so a request's
 * own header switches off what its sandbox has.
 */
import type { Operation } from '../contract/operations.js';
import { parsePrefer, preferencesInQuery, preferredScenarios } from './choosing/preferred-scenarios.js';
import { unusable, type Selection, type UnusableChoice, listed, selection } from './choosing/selection.js';
import { type ScenarioCatalogue, normalName } from './scenario-catalogue.js';
import type { Scenario } from './scenario.js';

export interface ChannelRow {
  /** Its name in X-Mock-Scenario-Channel on a response that it changed, and in the journal. */
  readonly name: string;
  /** The higher goes first. Channels of one strength are applied together, in the order of the table. */
  readonly strength: number;
  /** The request header that it reads, which pages of other origins may send then; undefined where it reads none. */
  readonly requestHeader: string | undefined;
  /** The subject of the sentence about a scenario that does not exist. */
  readonly askedBy: string;
  /** The chooser, as the page names it. */
  readonly chosenBy: string;
  /** The text that a person writes to use it, as Markdown. */
  readonly usage: string;
  readonly affects: string;
  /**
   * Reads its choice for a request; undefined if it makes none.
   *
   * @returns names between commas, or what is selected
   */
  read(
    sources: ScenarioSources,
    catalogue: ScenarioCatalogue,
  ): string | Selection | UnusableChoice | undefined;
}

/** The parts of a request that channels read. The request's own headers can be passed as they are. */
export interface ScenarioSources {
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The request's query, where it may say anything; without `?`. */
  readonly query?: string | undefined;
  /** The part of the key behind `~`. */
  readonly keyScenario: string | undefined;
  readonly sandboxScenario: string | undefined;
  /** The sandbox's inline scenario, which no file holds; it stands in the place of a name. */
  readonly inlineScenario?: Selection | UnusableChoice | undefined;
  readonly defaultScenario: string | undefined;
  /** The operation that was asked for; undefined for an unknown path or method. */
  readonly operation: Operation | undefined;
}

/** The headers of a response that a scenario changed: the scenarios with their step, and the channels that chose them. */
export const markerHeaders = { scenario: 'X-Mock-Scenario', channel: 'X-Mock-Scenario-Channel' } as const;

const maxHeaderCharacters = 2048;

export const channels = [
  {
    name: 'header',
    strength: 4,
    requestHeader: 'X-Mock-Scenario',
    askedBy: 'the X-Mock-Scenario header',
    chosenBy: 'the header X-Mock-Scenario',
    usage: 'header `X-Mock-Scenario: NAME`, several between commas',
    affects: 'one request',
    read({ headers }) {
      const names = headerText('X-Mock-Scenario', headers['x-mock-scenario']);
      return typeof names === 'string' && !/[^\s,]/.test(names) ? undefined : names;
    },
  },
  {
    name: 'query',
    strength: 4,
    requestHeader: undefined,
    askedBy: 'the query',
    chosenBy: 'the query of the request',
    usage: 'with `--query-control`: `?__code=404`, `__example=NAME`, `__dynamic=true`',
    affects: 'one request',
    read: ({ query, operation }, catalogue) =>
      query === undefined ? undefined : preferredScenarios(catalogue, preferencesInQuery(query), operation),
  },
  {
    name: 'prefer',
    strength: 4,
    requestHeader: 'Prefer',
    askedBy: 'the Prefer header',
    chosenBy: 'the header Prefer',
    usage: 'header `Prefer: code=404`, `example=NAME`, `dynamic=true`',
    affects: 'one request',
    read({ headers, operation }, catalogue) {
      const text = headerText('Prefer', headers.prefer);
      return typeof text === 'string' ? preferredScenarios(catalogue, parsePrefer(text), operation) : text;
    },
  },
  {
    name: 'key',
    strength: 3,
    requestHeader: undefined,
    askedBy: "the key's ~ suffix",
    chosenBy: 'the key',
    usage: 'key `dk_test_NAME~SCENARIO`',
    affects: 'all that this client sends',
    read: ({ keyScenario }) => keyScenario,
  },
  {
    name: 'sandbox',
    strength: 2,
    requestHeader: undefined,
    askedBy: 'the sandbox, where it no longer exists',
    chosenBy: "the sandbox's scenario",
    usage: "the sandbox's scenario: page, control API, client",
    affects: 'one sandbox',
    read: ({ inlineScenario, sandboxScenario }) => inlineScenario ?? sandboxScenario,
  },
  {
    name: 'default',
    strength: 1,
    requestHeader: undefined,
    askedBy: "the server's default",
    chosenBy: "everyone's scenario",
    usage: '`--scenario NAME`, or the default in page and control API',
    affects: 'everyone',
    read: ({ defaultScenario }) => defaultScenario,
  },
] as const satisfies readonly ChannelRow[];

export type Channel = (typeof channels)[number]['name'];

/** A channel by its name, which may come from a journal; undefined where there is none of that name. */
export function channelNamed(name: string): ChannelRow | undefined {
  return channels.find((channel) => channel.name === name);
}

/** The request headers that choose scenarios. */
export const channelHeaders: readonly string[] = channels.flatMap(({ requestHeader }) => requestHeader ?? []);

/** A header's lines joined, or that they are too long; undefined without the header. */
function headerText(
  name: string,
  value: ScenarioSources['headers'][string],
): string | UnusableChoice | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value : value.join(',');
  return text.length <= maxHeaderCharacters
    ? text
    : unusable(`${name} must have at most ${maxHeaderCharacters} characters`);
}

/** The scenarios of a request, and who chose each of them. */
export interface Choice extends Selection {
  /** As many as scenarios, in the same order. */
  readonly channels: readonly Channel[];
}

/**
 * Picks the scenarios of one request: the strongest channel that says something decides alone. Undefined when no channel
 * says anything.
 */
export function chooseScenarios(
  catalogue: ScenarioCatalogue,
  sources: ScenarioSources,
): Choice | UnusableChoice | undefined {
  let choice: Choice | undefined;
  let strength = 0;
  for (const channel of channels) {
    if (choice && channel.strength < strength) break;
    const said = channel.read(sources, catalogue);
    const selected = typeof said === 'string' ? namedScenarios(catalogue, said, channel.askedBy) : said;
    if (!selected) continue;
    if (!selected.usable) return selected;
    const own = choiceOf(selected, channel.name);
    choice = choice ? joined(choice, own) : own;
    strength = channel.strength;
  }
  return choice;
}

function choiceOf(selected: Selection, channel: Channel): Choice {
  return { ...selected, channels: selected.scenarios.map(() => channel) };
}

function joined(choice: Choice, { scenarios, channels: by, dynamic, status }: Choice): Choice {
  return {
    ...choice,
    scenarios: [...choice.scenarios, ...scenarios],
    channels: [...choice.channels, ...by],
    dynamic: choice.dynamic || dynamic,
    status: status ?? choice.status,
  };
}

/** The channels that chose the scenarios which applied, each once: `header`, or `header, prefer`. */
export function channelText(chosenBy: readonly Channel[]): string {
  return [...new Set(chosenBy)].join(', ');
}

/** The channels of such a text, each as a sentence names it; one that is not known stands as it is. */
export function choosersIn(text: string): string[] {
  return text.split(', ').map((name) => channelNamed(name)?.chosenBy ?? name);
}

/**
 * Resolves a list of names that a channel other than a request holds, such as the server's default.
 *
 * @param names between commas
 */
export function named(
  catalogue: ScenarioCatalogue,
  names: string,
  channel: Channel,
): Choice | UnusableChoice {
  const askedBy = channelNamed(channel)?.askedBy ?? channel;
  const selected = namedScenarios(catalogue, names, askedBy);
  return selected.usable ? choiceOf(selected, channel) : selected;
}

const maxScenarios = 16;

/**
 * The scenarios of a list of names. `normal` switches off those before it.
 *
 * @param text names between commas
 * @param askedBy what asked for them, for the sentence about an unknown name
 */
function namedScenarios(
  catalogue: ScenarioCatalogue,
  text: string,
  askedBy: string,
): Selection | UnusableChoice {
  const names = text.split(',', maxScenarios + 1).map((name) => name.trim());
  if (names.length > maxScenarios)
    return unusable(`at most ${maxScenarios} scenarios can be applied to a request`);
  let scenarios: Scenario[] = [];
  for (const name of names) {
    if (name === '') continue;
    const scenario = catalogue.find(name);
    if (scenario) scenarios.push(scenario);
    else if (name === normalName) scenarios = [];
    else return unusable(unknownName(catalogue, name, askedBy));
  }
  return selection(scenarios);
}

function unknownName(catalogue: ScenarioCatalogue, name: string, askedBy: string): string {
  const near = catalogue.nearest(name, 5);
  const names = catalogue.names();
  const hint =
    near.length > 0
      ? `did you mean ${listed(near)}?`
      : `there are ${names.length}, such as ${listed(names.slice(0, 12))}`;
  const shown = JSON.stringify(name.length > 60 ? `${name.slice(0, 57)}...` : name);
  return `there is no scenario ${shown}, asked for by ${askedBy}; ${hint}`;
}
