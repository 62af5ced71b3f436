import type { Exchange } from '../../../control/control-types.js';
import { Fact, Table, endingWords } from '../../../parts/layout.js';
import { bytes, dateTime, duration } from '../../../parts/text.js';
import { exchangePhases } from './exchange-phases.js';

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
