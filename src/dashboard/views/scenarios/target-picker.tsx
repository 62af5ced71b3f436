import { Segments } from '../../parts/segments.js';
import { setQuery } from '../../routing/route.js';
import { sandboxes } from '../../state/world.js';
import { targetName } from './choose-scenario.js';
import type { Target } from './choose-scenario.js';
import { SandboxInput } from './sandbox-input.js';

/** Whom the next chosen scenario is for. */
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
        <SandboxInput
          value={targetName(target)}
          fallback={first}
          onChoose={(name) => setQuery({ for: name })}
        />
      ) : null}
    </div>
  );
}
