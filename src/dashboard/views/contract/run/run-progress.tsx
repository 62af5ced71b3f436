import type { VerifyRun } from '../../../control/control-types.js';
import { count, counted } from '../../../parts/format.js';
import { visibleText } from '../../../parts/visible-text.js';
import { stopRun } from './verify-run.js';

/** A run as it goes on. */
export function RunProgress({ run }: { run: VerifyRun }) {
  const { target, state, done, total, findings } = run;
  return (
    <section class="panel" aria-label="Run under way">
      <div class="panel-head">
        <h2>{state === 'stopping' ? 'Stopping' : 'Running'}</h2>
        <button type="button" class="btn" disabled={state === 'stopping'} onClick={() => void stopRun()}>
          Stop
        </button>
      </div>
      <div class="panel-body stack">
        <p class="mono">{visibleText(target)}</p>
        <progress aria-label="Cases" value={done} max={Math.max(1, total)} />
        <p role="status">
          {total === 0 ? 'Making the plan' : `${count(done)} of ${counted(total, 'case')}`};{' '}
          {counted(findings.length, 'finding')}
        </p>
        <ul>
          {findings.map(({ rule, title, verdict, operation }, index) => (
            <li key={index}>
              <span class={`badge ${verdict === 'FAIL' ? 'bad' : 'warn'}`}>{visibleText(verdict)}</span>{' '}
              {visibleText(title)} <span class="hint mono">{visibleText(rule)}</span>{' '}
              <span class="hint">{visibleText(operation ?? '')}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
