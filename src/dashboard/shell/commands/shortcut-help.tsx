import { commands } from './commands.js';
import { OverlayDialog } from './overlay-dialog.js';
import { allowSingleKeys, singleKeys } from './shortcuts.js';

/** The keys that do something here. */
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
