import type { ComponentChildren } from 'preact';
import type { Exchange } from '../../../control/control-types.js';
import { CopyButton } from '../../../parts/controls.js';
import { Fact, Panel } from '../../../parts/layout.js';
import { bytes, counted, visibleText } from '../../../parts/text.js';
import { bodyText } from '../repeatable-request.js';

interface MessagePanelProps {
  readonly title: string;
  readonly side: Exchange['request'] | Exchange['response'];
  /** True to show the headers at once. */
  readonly isOpen?: boolean;
  /** The body. */
  readonly children: ComponentChildren;
}

/** A request or a response: its headers, then its body. */
export function MessagePanel({ title, side, isOpen = false, children }: MessagePanelProps) {
  const headers = Object.entries(side.headers);
  return (
    <Panel
      title={title}
      head={
        side.body.size > 0 ? (
          <div class="acts">
            <span class="hint">{bytes(side.body.size)}</span>
            <CopyButton text={() => bodyText(side.body)} label="Copy body" plain />
          </div>
        ) : null
      }
    >
      <details class="headers" open={isOpen}>
        <summary>{counted(headers.length, 'header')}</summary>
        <dl>
          {headers.map(([name, value]) => (
            <Fact key={name} name={visibleText(name)}>
              {visibleText(value)}
            </Fact>
          ))}
        </dl>
      </details>
      {children}
    </Panel>
  );
}

/** The title of a response, which may be only a part of one. */
export function responseTitle({ response }: Exchange): string {
  return response.broken ? 'Response, as far as it was sent' : 'Response';
}
