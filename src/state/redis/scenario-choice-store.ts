import type { ChosenScenario, ScenarioChoiceStore } from '../state.js';
import { pairsOf, type ScriptRunner } from './scripts/script-runner.js';

export const scenarioChoiceScripts = {
  /** → names, definition, default */
  scenarioInForce: `
use()
local own = call('HMGET', key('sandbox'), 'scenario', 'definition')
return {own[1], own[2], not own[1] and call('GET', base .. ':default')}`,

  chosenScenario: `
if not exists() then return {} end
return call('HMGET', key('sandbox'), 'scenario', 'definition')`,

  /** names and definition, empty where there is none */
  chooseScenario: `
use()
local hash = key('sandbox')
call('HDEL', hash, 'scenario', 'definition')
if ARGV[3] ~= '' then call('HSET', hash, 'scenario', ARGV[3]) end
if ARGV[4] ~= '' then call('HSET', hash, 'definition', ARGV[4]) end
call('DEL', key('calls'))
keep(hash)`,

  getDefault: `
return call('GET', base .. ':default')`,

  setDefault: `
call('SET', base .. ':default', ARGV[3])`,

  countCall: `
use()
local count = call('HINCRBY', key('calls'), ARGV[3], 1)
keep(key('calls'))
return count`,

  callCounts: `
if not exists() then return {} end
return call('HGETALL', key('calls'))`,
};

/** @param initialDefault the default while nobody has set another; each replica has its own */
export function redisScenarios(
  scripts: ScriptRunner<keyof typeof scenarioChoiceScripts>,
  initialDefault: string | undefined,
) {
  /** @param set what somebody set: empty for none, null when nobody has */
  const defaultFrom = (set: Text): string | undefined => {
    if (set === null || set === undefined) return initialDefault;
    return set === '' ? undefined : set;
  };
  return {
    async inForce(sandbox) {
      const [names, definition, byDefault] = (await scripts.run('scenarioInForce', sandbox)) as Text[];
      const own = choiceFrom(names, definition);
      if (own) return { ...own, channel: 'sandbox' };
      const scenario = defaultFrom(byDefault);
      return scenario === undefined ? undefined : { names: scenario, channel: 'default' };
    },

    async chosen(sandbox) {
      const [names, definition] = (await scripts.run('chosenScenario', sandbox)) as Text[];
      return choiceFrom(names, definition);
    },

    async choose(sandbox, scenario) {
      await scripts.run('chooseScenario', sandbox, [scenario?.names ?? '', scenario?.definition ?? '']);
    },

    async defaultNames() {
      return defaultFrom((await scripts.run('getDefault', '')) as Text);
    },

    async setDefault(names) {
      await scripts.run('setDefault', '', [names ?? '']);
    },

    async countCall(sandbox, scenario) {
      return (await scripts.run('countCall', sandbox, [scenario])) as number;
    },

    async callCounts(sandbox) {
      const pairs = pairsOf((await scripts.run('callCounts', sandbox)) as string[]);
      return new Map(pairs.map(([scenario, count]) => [scenario, Number(count)]));
    },
  } satisfies ScenarioChoiceStore;
}

type Text = string | null | undefined;

function choiceFrom(names: Text, definition: Text): ChosenScenario | undefined {
  if (names === null || names === undefined) return undefined;
  return definition === null || definition === undefined ? { names } : { names, definition };
}
