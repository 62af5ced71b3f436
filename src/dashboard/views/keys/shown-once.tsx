import { useLayoutEffect, useRef } from 'preact/hooks';
import type { NewKey } from '../../control/control-types.js';
import { CopyButton } from '../../parts/copy-button.js';
import { visibleText } from '../../parts/visible-text.js';

/** A key that was just issued; it can't be shown again. */
export function ShownOnce({ issued, onDone }: { issued: NewKey; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), [issued.id]);
  return (
    <section class="panel shown-once" aria-labelledby="shown-once">
      <div class="panel-body stack">
        <h2 id="shown-once" ref={heading} tabIndex={-1}>
          The key of “{visibleText(issued.name)}”, shown this once
        </h2>
        <code class="big">{issued.key}</code>
        <p class="hint">
          Only a digest of it is kept. It opens the sandbox <span class="mono">{issued.sandbox}</span>.
        </p>
        <div class="acts">
          <CopyButton text={issued.key} label="Copy key" />
          <button type="button" class="btn small" onClick={onDone}>
            I have saved it
          </button>
        </div>
      </div>
    </section>
  );
}
