import type { Exchange } from '../../../control/control-types.js';
import { BodyView } from '../../../parts/body/body-view.js';
import { CopyButton } from '../../../parts/controls.js';
import { Fact, Panel } from '../../../parts/layout.js';
import { bytes, counted, visibleText } from '../../../parts/text.js';
import { bodyText } from '../repeatable-request.js';

export type Side = 'request' | 'response';

interface MessagePanelProps {
  readonly exchange: Exchange;
  readonly side: Side;
  /** Reads the body as it was sent, for a view of this message alone: its headers are shown at once. */
  readonly readRaw?: () => Promise<string | undefined>;
}

export function MessagePanel({ exchange, side, readRaw }: MessagePanelProps) {
  const { headers: all, body } = exchange[side];
  const headers = Object.entries(all);
  const name = side === 'request' ? 'Request' : 'Response';
  const isPart = side === 'response' && exchange.response.broken;
  return (
    <Panel
      title={isPart ? 'Response, as far as it was sent' : name}
      head={
        body.size > 0 ? (
          <div class="acts">
            <span class="hint">{bytes(body.size)}</span>
            <CopyButton text={() => bodyText(body)} label="Copy body" plain />
          </div>
        ) : null
      }
    >
      <details class="headers" open={readRaw !== undefined}>
        <summary>{counted(headers.length, 'header')}</summary>
        <dl>
          {headers.map(([header, value]) => (
            <Fact key={header} name={visibleText(header)}>
              {visibleText(value)}
            </Fact>
          ))}
        </dl>
      </details>
      <BodyView
        {...{ body, readRaw }}
        label={`${name} body`}
        problems={side === 'request' ? exchange.problems : undefined}
      />
    </Panel>
  );
}
