import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { fc } from '../testing/properties/fast-check.js';
import { parse } from 'yaml';
import { packageFile } from '../contract/package-root.js';
import { corsHeaders, preflightHeaders } from '../mock/exchange/cors.js';
import { loadShippingContract, shippingScenarios } from '../shipping/shipping-service.js';
import {
  channelHeaders,
  channels,
  channelText,
  choosersIn,
  chooseScenarios,
  markerHeaders,
} from './channels.js';
import type { Choice, ScenarioSources } from './channels.js';
import type { UnusableChoice } from './choosing/selection.js';
import { loadScenarios } from './files/load-scenarios.js';
import { ScenarioCatalogue } from './scenario-catalogue.js';

const names = channels.map(({ name }) => name);

describe('the table of channels', () => {
  it('goes from the strongest to the weakest, each name once', () => {
    const strengths = channels.map(({ strength }) => strength);
    expect(strengths).toEqual(strengths.toSorted((a, b) => b - a));
    expect(new Set(names).size).toBe(names.length);
  });

  it('has the names that the control API documents in components/schemas/AppliedScenario', () => {
    const document = parse(readFileSync(packageFile('src/control/control-api.yaml'), 'utf8')) as {
      components: {
        schemas: {
          AppliedScenario: { oneOf: { properties?: { channel: { pattern: string } } }[] };
        };
      };
    };
    const [, applied] = document.components.schemas.AppliedScenario.oneOf;
    const together = channels.filter(({ strength }) => strength === channels[0].strength);
    const atOnce = together.map(({ name }) => name);
    const pattern = `^(${names.join('|')})(, (${atOnce.slice(1).join('|')}))*$`;
    expect(applied?.properties?.channel.pattern).toBe(pattern);
    expect(channelText([...atOnce, ...atOnce])).toMatch(new RegExp(pattern));
  });

  it('gives the headers that pages of other origins may send and read', () => {
    const allowed = preflightHeaders({})['Access-Control-Allow-Headers']?.split(', ');
    expect(allowed).toEqual(expect.arrayContaining([...channelHeaders]));
    const exposed = corsHeaders['Access-Control-Expose-Headers'].split(', ');
    expect(exposed).toEqual(expect.arrayContaining(Object.values(markerHeaders)));
  });
});

let catalogue: ScenarioCatalogue;
beforeAll(async () => {
  const contract = await loadShippingContract();
  catalogue = new ScenarioCatalogue(contract, loadScenarios(shippingScenarios, contract).scenarios);
});

type Said = Partial<Omit<ScenarioSources, 'operation' | 'headers'>> & {
  operation?: string;
  scenarioHeader?: string | undefined;
  preferHeader?: string | undefined;
};

function choose({
  operation = 'getOrder',
  scenarioHeader,
  preferHeader,
  ...said
}: Said): Choice | UnusableChoice | undefined {
  return chooseScenarios(catalogue, {
    headers: { 'x-mock-scenario': scenarioHeader, prefer: preferHeader },
    keyScenario: undefined,
    sandboxScenario: undefined,
    defaultScenario: undefined,
    ...said,
    operation: catalogue.contract.operations.find(({ id }) => id === operation),
  });
}

/** `channels: names`, why the choice is unusable, or nothing. */
function outcome(said: Said): string | undefined {
  const choice = choose(said);
  if (!choice) return undefined;
  if (!choice.usable) return choice.errors.join('; ');
  expect(choice.channels).toHaveLength(choice.scenarios.length);
  return `${channelText(choice.channels)}: ${choice.scenarios.map(({ name }) => name).join(', ')}`.trimEnd();
}

describe('the strongest channel decides alone', () => {
  const all: Said = {
    scenarioHeader: 'slow',
    keyScenario: 'flaky',
    sandboxScenario: 'drip',
    defaultScenario: 'server-error',
  };
  it.each<[string, Said, string | undefined]>([
    ['nothing', {}, undefined],
    ['all', all, 'header: slow'],
    ['no header', { ...all, scenarioHeader: undefined }, 'key: flaky'],
    ['an empty header', { ...all, scenarioHeader: ' , ' }, 'key: flaky'],
    ['sandbox and default', { ...all, scenarioHeader: undefined, keyScenario: undefined }, 'sandbox: drip'],
    ['the default', { defaultScenario: 'server-error' }, 'default: server-error'],
    ['Prefer over the key', { keyScenario: 'flaky', preferHeader: 'code=404' }, 'prefer: status-404'],
    ['a Prefer that says nothing of ours', { keyScenario: 'flaky', preferHeader: 'wait=10' }, 'key: flaky'],
    [
      'Prefer after the header',
      { scenarioHeader: 'slow', preferHeader: 'code=404' },
      'header, prefer: slow, status-404',
    ],
    ['several, in order', { scenarioHeader: 'slow, not-found ,drip' }, 'header: slow, not-found, drip'],
    ['several in a key', { keyScenario: 'slow,not-found' }, 'key: slow, not-found'],
    ['normal in a header', { ...all, scenarioHeader: 'normal' }, ':'],
    ['normal for a sandbox', { sandboxScenario: 'normal', defaultScenario: 'slow' }, ':'],
    ['normal before others', { scenarioHeader: 'slow, normal, drip' }, 'header: drip'],
    ['normal with Prefer', { scenarioHeader: 'normal', preferHeader: 'code=500' }, 'prefer: status-500'],
    ['a scenario of the document', { scenarioHeader: 'status-404' }, 'header: status-404'],
    ['a success that is preferred', { preferHeader: 'code=200, example=found' }, 'prefer: status-200'],
    ['an example without code', { preferHeader: 'example=expired_key' }, 'prefer: status-401'],
    ['dynamic alone', { keyScenario: 'flaky', preferHeader: 'dynamic=true' }, ':'],
  ])('%s', (_what, said, expected) => {
    expect(outcome(said)).toBe(expected);
  });
});

describe('channels in words', () => {
  it('are named as the page names who chose a scenario', () => {
    expect(choosersIn('header, prefer')).toEqual(['the header X-Mock-Scenario', 'the header Prefer']);
    expect(choosersIn('of another version')).toEqual(['of another version']);
  });
});

describe('a scenario that can not be applied', () => {
  it.each<[Said, string]>([
    [
      { scenarioHeader: 'flakey' },
      'there is no scenario "flakey", asked for by the X-Mock-Scenario header; did you mean flaky?',
    ],
    [{ scenarioHeader: 'slow, Slow' }, expect.stringContaining('"Slow"')],
    [{ keyScenario: 'not-fuond' }, expect.stringContaining("by the key's ~ suffix; did you mean not-found")],
    [{ sandboxScenario: 'gone' }, expect.stringContaining('by the sandbox, where it no longer exists')],
    [{ scenarioHeader: 'status-418' }, expect.stringMatching(/did you mean status-4\d\d/)],
    [
      { scenarioHeader: '!'.repeat(70) },
      expect.stringMatching(/^there is no scenario "!{57}\.\.\.", .*; there are \d+, such as bad-gateway, /),
    ],
    [
      { preferHeader: 'code=413' },
      'Prefer: code=413 is not a status that the document has for getOrder; it has 200, 400, 401, 403, 404, 405, 429 or 500',
    ],
    [{ preferHeader: 'code=many' }, expect.stringContaining('code=many is not a status')],
    [
      { preferHeader: 'example=expired' },
      'Prefer: example=expired is not an example that the document has for getOrder; did you mean expired_key?',
    ],
    [
      { preferHeader: 'code=404, example=expired_key' },
      'Prefer: example=expired_key is not an example that the document has for 404 of getOrder; it has unknown_tracking_number',
    ],
    [
      { scenarioHeader: new Array<string>(17).fill('slow').join() },
      'at most 16 scenarios can be applied to a request',
    ],
    [{ scenarioHeader: 'slow,'.repeat(1600) }, 'X-Mock-Scenario must have at most 2048 characters'],
  ])('%j', (said, expected) => {
    expect(outcome(said)).toEqual(expected);
  });

  it('no header, however long or odd, does more than choose or refuse', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 3000 }),
        fc.string({ maxLength: 3000 }),
        (scenarioHeader, preferHeader) => {
          const choice = choose({ scenarioHeader, preferHeader });
          if (choice?.usable === false) expect(choice.errors[0]?.length).toBeLessThan(600);
          else expect(choice?.scenarios.length ?? 0).toBeLessThanOrEqual(17);
        },
      ),
      { seed: 11 },
    );
  });
});

it('returns whether Prefer asks for a dynamic body', () => {
  expect(choose({ preferHeader: 'dynamic=true' })).toMatchObject({ dynamic: true });
});

it('ignores Prefer where there is no operation', () => {
  expect(outcome({ preferHeader: 'code=404', operation: 'none' })).toBeUndefined();
});
