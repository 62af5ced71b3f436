import { useState } from 'preact/hooks';
import { Input } from '../../parts/fields.js';
import { useCombobox } from '../../parts/picker/use-combobox.js';
import { goTo, hrefOf } from '../../routing/route.js';
import { sandboxes } from '../../state/world.js';
import { commands, overlay, type Command, OverlayDialog } from './commands.js';

const maxCommands = 12;

export function CommandPalette() {
  const [typed, setTyped] = useState('');
  const found = matching(typed);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    overlay.value = undefined;
    command.run();
  };
  const { active, setActive, optionId, combobox } = useCombobox(found.length, {
    onPick: (index) => run(found[index]),
  });
  return (
    <OverlayDialog label="Command palette">
      <Input
        {...combobox}
        aria-label="Command"
        aria-expanded="true"
        placeholder="Go to, do, or search the traffic …"
        autoFocus
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setActive(0);
        }}
      />
      <ul id={combobox['aria-controls']} class="options" role="listbox" aria-label="Commands">
        {found.map((command, index) => (
          <li
            key={command.title}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            onClick={() => run(command)}
          >
            <span>{command.title}</span>
            {command.keys === undefined ? null : <kbd>{command.keys}</kbd>}
          </li>
        ))}
      </ul>
    </OverlayDialog>
  );
}

/** Commands in which every word is found, then what is made of the text itself. */
function matching(typed: string): readonly Command[] {
  const text = typed.trim();
  const words = text.toLowerCase().split(/\s+/);
  const named = [...commands(), ...sandboxes.value.map(trafficOf)].filter(({ title, words: more = '' }) =>
    words.every((word) => `${title} ${more}`.toLowerCase().includes(word)),
  );
  return [...named.slice(0, maxCommands), ...madeOf(text)];
}

function trafficOf({ name }: { name: string }): Command {
  return { title: `Traffic of sandbox ${name}`, run: () => goTo(hrefOf(['traffic'], { sandbox: name })) };
}

function madeOf(text: string): Command[] {
  if (text === '') return [];
  const [, sandbox, id] = /^([\w.-]+)\/(\d+)$/.exec(text) ?? [];
  const search = {
    title: `Search the traffic for “${text}”`,
    run: () => goTo(hrefOf(['traffic'], { text })),
  };
  if (sandbox === undefined || id === undefined) return [search];
  return [
    { title: `Open request ${id} of ${sandbox}`, run: () => goTo(hrefOf(['traffic', sandbox, id])) },
    search,
  ];
}
