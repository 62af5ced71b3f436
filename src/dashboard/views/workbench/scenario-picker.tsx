import { useRef } from 'preact/hooks';
import { Picker, type PickerGroup } from '../../parts/picker/picker.js';
import { visibleText } from '../../parts/text.js';
import type { Scenario } from '../../control/control-types.js';
import { useCommands } from '../../shell/commands/commands.js';
import { scenarios } from '../../state/world.js';
import { byEffect, matching } from '../scenarios/scenario-groups.js';

interface ScenarioPickerProps {
  readonly chosen: string;
  readonly shown: string;
  /** @param scenario empty for normal */
  readonly onPick: (scenario: string) => void;
}

/** Finds a scenario by its name or by what it does, such as `two 500`. */
export function ScenarioPicker({ chosen, shown, onPick }: ScenarioPickerProps) {
  const opener = useRef<HTMLButtonElement>(null);
  useCommands([{ title: 'Choose a scenario', keys: 'c', run: () => opener.current?.click() }]);
  return (
    <Picker
      opener={opener}
      label="Scenario"
      placeholder="Find: two 500, 429, reset …"
      chosen={chosen}
      groupsFor={groupsFor}
      onPick={onPick}
    >
      {visibleText(shown)}
    </Picker>
  );
}

function groupsFor(typed: string): readonly PickerGroup[] {
  const isNormalWanted = 'normal'.startsWith(typed.trim().toLowerCase());
  return [
    {
      title: 'No scenario',
      options: isNormalWanted ? [{ value: '', label: 'Normal', hint: 'the real responses' }] : [],
    },
    ...byEffect(matching(scenarios.value, typed)).map(({ title, scenarios: found }) => ({
      title,
      options: nearestFirst(found, typed.trim().toLowerCase()).map(optionOf),
    })),
  ];
}

/** Scenarios that do exactly what was typed first, then those whose names begin with it, then the others. */
function nearestFirst(found: readonly Scenario[], typed: string): readonly Scenario[] {
  const rank = ({ does, name }: Scenario): number =>
    does.toLowerCase() === typed ? 0 : name.startsWith(typed) ? 1 : 2;
  return typed === '' ? found : [...found].sort((a, b) => rank(a) - rank(b));
}

function optionOf({ name, title, does }: Scenario) {
  return {
    value: name,
    label: <code>{visibleText(name)}</code>,
    hint: visibleText(title === does ? title : `${title} (${does})`),
  };
}
