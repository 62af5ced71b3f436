import { useRef } from 'preact/hooks';
import { Picker, type PickerGroup, type PickerOption } from '../parts/picker/picker.js';
import { useCommands } from './commands/commands.js';
import { counted } from '../parts/text.js';
import { chooseScope, recentSandboxes, sandboxNameForm, scope } from '../state/scope.js';
import { exchangeLog, sandboxes } from '../state/world.js';

const everyone = '*';

export function SandboxSwitcher() {
  const opener = useRef<HTMLButtonElement>(null);
  useCommands([
    { title: 'Switch to another sandbox', keys: 's', run: () => opener.current?.click() },
    { title: 'Show everyone', words: 'all sandboxes', run: () => chooseScope('') },
  ]);
  return (
    <Picker
      opener={opener}
      label="Sandbox"
      placeholder="Find or name a sandbox"
      chosen={scope.value === '' ? everyone : scope.value}
      groupsFor={groupsFor}
      onPick={(value) => chooseScope(value === everyone ? '' : value)}
    >
      {scope.value === '' ? 'Everyone' : <span class="mono">{scope.value}</span>}
    </Picker>
  );
}

function groupsFor(typed: string): readonly PickerGroup[] {
  const wanted = typed.trim().toLowerCase();
  const matches = (name: string): boolean => name.toLowerCase().includes(wanted);
  const recent = recentSandboxes.value.filter(matches);
  const known = knownNames();
  const others = known.filter((name) => matches(name) && !recent.includes(name));
  const isNew = sandboxNameForm.test(typed.trim()) && !known.includes(typed.trim());
  return [
    {
      title: 'All sandboxes',
      options: 'everyone'.includes(wanted) ? [{ value: everyone, label: 'Everyone' }] : [],
    },
    { title: 'Recent', options: recent.map(optionOf) },
    { title: 'In use', options: others.map(optionOf) },
    {
      title: 'Not used yet',
      options:
        isNew && !recent.includes(typed.trim())
          ? [{ value: typed.trim(), label: <span class="mono">{typed.trim()}</span>, hint: 'new' }]
          : [],
    },
  ];
}

/** Sandboxes are read now and then; a request shows a new one at once. */
function knownNames(): readonly string[] {
  const requested = exchangeLog.entries.value.map(({ sandbox }) => sandbox);
  return [...new Set([...sandboxes.value.map(({ name }) => name), ...requested])].sort();
}

function optionOf(name: string): PickerOption {
  const known = sandboxes.value.find((sandbox) => sandbox.name === name);
  return {
    value: name,
    label: <span class="mono">{name}</span>,
    hint: known && (known.scenario ?? counted(known.requests, 'request')),
  };
}
