import { channelNamed, channels } from './channels.js';
import type { Channel, ScenarioSources } from './channels.js';
import { namedScenarios } from './choosing/named-scenarios.js';
import type { Selection, UnusableChoice } from './choosing/selection.js';
import type { ScenarioCatalogue } from './scenario-catalogue.js';

/** The scenarios of a request, and who chose them. */
export interface Choice extends Selection {
  readonly channel: Channel;
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
    choice = choice ? joined(choice, selected) : { ...selected, channel: channel.name };
    strength = channel.strength;
  }
  return choice;
}

/** Of two channels of one strength the first is the one that is named. */
function joined(choice: Choice, { scenarios, dynamic }: Selection): Choice {
  return {
    ...choice,
    scenarios: [...choice.scenarios, ...scenarios],
    dynamic: choice.dynamic || dynamic,
  };
}

/**
 * What a list of names means that a channel other than a request holds, such as the server's default.
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
  return selected.usable ? { ...selected, channel } : selected;
}
