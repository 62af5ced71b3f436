import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Exchange } from '../../control/control-types.js';
import { FocusedHeading, StatusBadge } from '../../parts/layout.js';
import { goTo } from '../../routing/route.js';
import { CloseIcon } from '../../shell/icons.js';

export interface ExchangeFrameProps {
  readonly label: string;
  readonly heading: ComponentChildren;
  /** The address that Escape and the last link of the bar lead to. */
  readonly end: string;
  readonly endLabel: string;
  readonly back?: ComponentChildren;
  /** Acts on Escape in place of the way to `end`. */
  readonly onEscape?: () => void;
  readonly children: ComponentChildren;
}

/** The pane beside the list, with a bar above its content. Escape leaves a field first, then the pane. */
export function ExchangeFrame(props: ExchangeFrameProps) {
  const { label, heading, end, endLabel, back, onEscape, children } = props;
  const pane = useRef<HTMLElement>(null);
  return (
    <section
      class="exchange"
      aria-label={label}
      ref={pane}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        if (event.target instanceof Element && event.target.matches('input, select, textarea'))
          pane.current?.querySelector('h2')?.focus();
        else if (onEscape) onEscape();
        else goTo(end);
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

export function ExchangeStatus({ exchange: { response, scenario, delivery } }: { exchange: Exchange }) {
  return <StatusBadge status={response.status} fault={scenario?.fault} {...delivery} />;
}
