import { useId, useState } from 'preact/hooks';
import { goTo, hrefOf } from '../../routing/route.js';
import { sandboxes } from '../../state/world.js';
import { commands, overlay, type Command, OverlayDialog } from './commands.js';

const maxCommands = 12;

export function CommandPalette() {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const found = matching(typed);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    overlay.value = undefined;
    command.run();
  };
  return (
    <OverlayDialog label="Command palette">
      <input
        class="input"
        role="combobox"
        aria-label="Command"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[active] ? `${id}-${active}` : undefined}
        placeholder="Go to, do, or search the traffic …"
        autoFocus
        autoComplete="off"
        spellcheck={false}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={(event) => {
          const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
          if (step === 0 && event.key !== 'Enter') return;
          event.preventDefault();
          if (step === 0) run(found[active]);
          else setActive((active + step + found.length) % found.length);
        }}
      />
      <ul id={id} class="options" role="listbox" aria-label="Commands">
        {found.map((command, index) => (
          <li
            key={command.title}
            id={`${id}-${index}`}
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
