import { Segments } from '../../parts/segments.js';
import { setQuery } from '../../routing/route.js';
import { sandboxes } from '../../state/world.js';
import { targetName } from './choose-scenario.js';
import type { Target } from './choose-scenario.js';

/** Who the next click is for. */
export function TargetPicker({ target }: { target: Target }) {
  const one = target.kind === 'sandbox';
  const first = sandboxes.value[0]?.name ?? 'demo';
  return (
    <div class="acts">
      <span class="hint" id="for">
        For
      </span>
      <Segments
        label="For whom"
        options={[
          { value: '*', label: 'Everyone' },
          { value: 'one', label: 'One sandbox' },
        ]}
        chosen={one ? 'one' : '*'}
        onChoose={(value) => setQuery({ for: value === '*' ? '' : first })}
      />
      {one ? (
        <>
          <input
            class="input mono short"
            aria-label="Sandbox"
            list="known-sandboxes"
            spellcheck={false}
            value={targetName(target)}
            onChange={(event) => {
              const name = event.currentTarget.value.replaceAll(/[^A-Za-z0-9._-]/g, '').slice(0, 64);
              setQuery({ for: name === '' ? first : name });
            }}
          />
          <datalist id="known-sandboxes">
            {sandboxes.value.map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      ) : null}
    </div>
  );
}
