import type { Exchange } from '../../control/control-types.js';
import { counted } from '../../parts/format.js';
import { visibleText } from '../../parts/visible-text.js';

/** What a proxy found wrong with an exchange, and why it could not judge all of it. */
export function FindingsNote({ exchange }: { exchange: Exchange }) {
  const { findings = [], notJudged } = exchange;
  const hasFailed = findings.some(({ verdict }) => verdict === 'FAIL');
  return (
    <>
      {findings.length > 0 ? (
        <section class={`note ${hasFailed ? 'bad' : 'warn'} problems`} aria-label="Findings">
          <h3>{counted(findings.length, 'finding')} against the contract</h3>
          <ul>
            {findings.map(({ about, rule, level, actual, pointer }, index) => (
              <li key={index}>
                <b>{about}</b> {visibleText(actual)} <code>{visibleText(rule)}</code> {level}
                {pointer === null ? null : <code> {visibleText(pointer)}</code>}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {notJudged === undefined ? null : <p class="hint">Not judged in full: {visibleText(notJudged)}.</p>}
    </>
  );
}
