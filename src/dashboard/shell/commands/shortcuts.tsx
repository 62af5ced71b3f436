import { storedSignal } from '../../control/browser-storage.js';
import { commands, overlay, OverlayDialog } from './commands.js';
import { Check } from '../../parts/fields.js';
import { Fact } from '../../parts/layout.js';

export function ShortcutHelp() {
  const rows: readonly (readonly [title: string, ...keys: string[]])[] = [
    ['Find', 'Ctrl', 'K'],
    ...commands().flatMap(({ title, keys }) => (keys === undefined ? [] : [[title, keys] as const])),
    ['Along a list', '↑', '↓', 'Home', 'End'],
    ['Close', 'Esc'],
  ];
  return (
    <OverlayDialog label="Keyboard shortcuts">
      <h2>Keyboard shortcuts</h2>
      <dl class="shortcuts">
        {rows.map(([title, ...keys]) => (
          <Fact key={title} name={title}>
            {keys.flatMap((key) => [<kbd key={key}>{key}</kbd>, ' '])}
          </Fact>
        ))}
      </dl>
      <form method="dialog" class="acts">
        <span class="checks">
          <Check
            label="Single keys act"
            value={singleKeys.value}
            onChange={(allowed) => (singleKeys.value = allowed)}
          />
        </span>
        <button type="submit" class="btn">
          Close
        </button>
      </form>
    </OverlayDialog>
  );
}

/** Single-key shortcuts; people who dictate or type blindly switch them off (WCAG 2.1.4). */
const singleKeys = storedSignal(
  'drydock-single-keys',
  (kept) => kept !== 'off',
  (allowed) => (allowed ? 'on' : 'off'),
);

export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      overlay.value = overlay.value === 'find' ? undefined : 'find';
      return;
    }
    if (!singleKeys.value || overlay.value !== undefined || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const command = commands().find(({ keys }) => keys === event.key);
    if (!command) return;
    event.preventDefault();
    command.run();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
