import { OptionError } from '../../contract/option-error.js';
import { named } from '../../scenarios/channels.js';
import type { Mock } from '../mock.js';

/** @throws OptionError when the default scenario does not exist */
export function checkDefaultScenario(
  { scenarios }: Pick<Mock, 'scenarios'>,
  names: string | undefined,
): void {
  const choice = names === undefined ? undefined : named(scenarios, names, 'default');
  if (!choice || choice.usable) return;
  const sentence = choice.errors.join('; ');
  throw new OptionError(`The scenario can't be used: ${sentence}${sentence.endsWith('?') ? '' : '.'}`);
}
