import { CopyButton } from '../../parts/copy-button.js';
import { visibleText } from '../../parts/visible-text.js';
import type { CoverageReport, OperationCoverage } from './coverage-report.js';

/** What is not covered, and how to cover it. */
export function NeverMet({ report }: { report: CoverageReport }) {
  const open = report.operations.filter(
    (operation) => missingErrors(operation).length + missingFields(operation).length > 0,
  );
  return (
    <section class="panel" aria-labelledby="never">
      <div class="panel-head">
        <h2 id="never">Never met</h2>
        <p>
          Each copies the header that forces it: <code>X-Mock-Scenario: status-…</code>
        </p>
      </div>
      {open.length === 0 ? (
        <p class="panel-body note good">Every documented error was met, and every field was sent.</p>
      ) : null}
      {open.map((operation) => (
        <div key={operation.id} class="never">
          <h3>{visibleText(operation.id)}</h3>
          {missingErrors(operation).length > 0 ? (
            <ul class="chips">
              {missingErrors(operation).map((status) => (
                <li key={status}>
                  <CopyButton
                    text={`X-Mock-Scenario: status-${status}`}
                    label={status}
                    hint={`Copy the header X-Mock-Scenario: status-${status}`}
                  />
                </li>
              ))}
            </ul>
          ) : null}
          {missingFields(operation).length > 0 ? (
            <p class="hint">
              Fields never sent: <span class="mono">{visibleText(missingFields(operation).join(', '))}</span>
            </p>
          ) : null}
        </div>
      ))}
      <details class="never">
        <summary>{report.scenarios.notMet.length} scenarios were never used</summary>
        <p class="hint mono">{visibleText(report.scenarios.notMet.join(', '))}</p>
      </details>
    </section>
  );
}

function missingErrors({ statuses }: OperationCoverage): readonly string[] {
  return Object.entries(statuses).flatMap(([status, met]) =>
    !met && /^[45]\d\d$/.test(status) ? [status] : [],
  );
}

function missingFields({ fields }: OperationCoverage): readonly string[] {
  return Object.entries(fields).flatMap(([pointer, met]) => (met ? [] : [pointer]));
}
