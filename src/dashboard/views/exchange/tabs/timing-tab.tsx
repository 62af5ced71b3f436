import type { Exchange } from '../../../control/control-types.js';
import { Fact, Table, endingWords } from '../../../parts/layout.js';
import { bytes, dateTime, duration } from '../../../parts/text.js';

/** The phases of an exchange on one scale, from the arrival of its head. */
export function TimingTab({ exchange }: { exchange: Exchange }) {
  const { delivery, durationMs, time } = exchange;
  const phases = exchangePhases(exchange);
  const percent = (ms: number): string => `${durationMs > 0 ? (100 * ms) / durationMs : 0}%`;
  return (
    <>
      <dl class="facts">
        <Fact name="Arrived">{dateTime(time)}</Fact>
        <Fact name={delivery.ending === null ? 'So far' : 'Took in all'}>{duration(durationMs)}</Fact>
        <Fact name="Ended">{endingWords(delivery.ending) ?? 'in order'}</Fact>
        <Fact name="Bytes sent">
          {bytes(delivery.headBytes)} of head, {bytes(delivery.bodyBytes)} of body
        </Fact>
      </dl>
      <div class="panel">
        <Table label="Phases" heads={['Phase', 'On one scale']} numbers={['From', 'For']}>
          {phases.map(({ name, fromMs, toMs }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="phase" aria-hidden="true">
                <i style={{ marginLeft: percent(fromMs), width: percent(toMs - fromMs) }} />
              </td>
              <td class="num">{duration(fromMs)}</td>
              <td class="num">{duration(toMs - fromMs)}</td>
            </tr>
          ))}
        </Table>
      </div>
    </>
  );
}

type Timed = Pick<Exchange, 'durationMs' | 'delivery'> & {
  readonly request: Pick<Exchange['request'], 'bodyMs'>;
};

/**
 * The phases of an exchange in their order, without those that it never reached; together they are its duration. Times are
 * milliseconds from the arrival of the request's head.
 */
export function exchangePhases({ request, delivery, durationMs }: Timed) {
  const { firstByteMs, lastByteMs } = delivery;
  const received = Math.min(request.bodyMs ?? 0, firstByteMs ?? durationMs, durationMs);
  const first = Math.min(firstByteMs ?? durationMs, durationMs);
  const last = Math.max(first, Math.min(lastByteMs ?? first, durationMs));
  const phases = [
    { name: 'Receiving the request', fromMs: 0, toMs: received },
    { name: 'Waiting for the first byte', fromMs: received, toMs: first },
    { name: 'Sending the response', fromMs: first, toMs: last },
    { name: 'Until the end', fromMs: last, toMs: durationMs },
  ];
  return phases.filter(({ fromMs, toMs }, index) => toMs > fromMs || index === 1);
}
