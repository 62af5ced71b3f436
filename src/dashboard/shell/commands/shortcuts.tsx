import { storeText, storedText } from '../../control/browser-storage.js';
import { commands, overlay, OverlayDialog } from './commands.js';
import { signal } from '@preact/signals';

export function ShortcutHelp() {
  const withKeys = commands().filter(({ keys }) => keys !== undefined);
  return (
    <OverlayDialog label="Keyboard shortcuts">
      <h2>Keyboard shortcuts</h2>
      <dl class="shortcuts">
        <div>
          <dt>Command palette</dt>
          <dd>
            <kbd>Ctrl</kbd> <kbd>K</kbd>
          </dd>
        </div>
        {withKeys.map(({ title, keys }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <kbd>{keys}</kbd>
            </dd>
          </div>
        ))}
        <div>
          <dt>Along a list</dt>
          <dd>
            <kbd>↑</kbd> <kbd>↓</kbd> <kbd>Home</kbd> <kbd>End</kbd>
          </dd>
        </div>
        <div>
          <dt>Close</dt>
          <dd>
            <kbd>Esc</kbd>
          </dd>
        </div>
      </dl>
      <form method="dialog" class="acts">
        <label class="check">
          <input
            type="checkbox"
            checked={singleKeys.value}
            onChange={(event) => allowSingleKeys(event.currentTarget.checked)}
          />{' '}
          Single keys act
        </label>
        <button type="submit" class="btn">
          Close
        </button>
      </form>
    </OverlayDialog>
  );
}

const storageKey = 'drydock-single-keys';

/** Single-key shortcuts; people who dictate or type blindly switch them off (WCAG 2.1.4). */
const singleKeys = signal(storedText(() => localStorage, storageKey) !== 'off');

function allowSingleKeys(allowed: boolean): void {
  singleKeys.value = allowed;
  storeText(() => localStorage, storageKey, allowed ? 'on' : 'off');
}

/** Obeys the keys of commands from now on. */
export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      overlay.value = overlay.value === 'palette' ? undefined : 'palette';
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
