import type { ComponentChildren } from 'preact';
import { FocusedHeading } from '../../parts/layout.js';
import { goTo } from '../../routing/route.js';
import { CloseIcon } from '../../shell/icons.js';

interface ExchangeFrameProps {
  readonly label: string;
  readonly heading: ComponentChildren;
  /** The address that Escape and the last link of the bar lead to. */
  readonly end: string;
  readonly endLabel: string;
  readonly back?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The pane beside the list, with a bar above its content. */
export function ExchangeFrame({ label, heading, end, endLabel, back, children }: ExchangeFrameProps) {
  return (
    <section
      class="exchange"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape') goTo(end);
      }}
    >
      <div class="exchange-bar">
        {back}
        <FocusedHeading tag="h2" class="hint">
          {heading}
        </FocusedHeading>
        <a class="btn plain close" href={end} aria-label={endLabel}>
          <CloseIcon />
        </a>
      </div>
      {children}
    </section>
  );
}
