import { control } from '../../control/control-api.js';
import { count, visibleText } from '../../parts/text.js';
import { useLoaded } from '../../parts/hooks.js';
import { ViewHead, Panel, Loading, Trouble, ShareFigure } from '../../parts/layout.js';
import { hrefOf } from '../../routing/route.js';
import { scope } from '../../state/scope.js';
import { known, sandboxes } from '../../state/world.js';
import { mergeCoverage } from '../../../journal/coverage/merge-coverage.js';
import type { Coverage } from '../../../client/types.js';
import { FirstCall } from '../start/first-call.js';
import { CoverageGrid, CopyStatusHeader, isError } from './coverage-grid.js';
import { ActLink } from '../../parts/controls.js';

const maxSandboxes = 100;

export function CoverageView() {
  const chosen = scope.value;
  const all = sandboxes.value;
  const names = chosen === '' ? all.slice(0, maxSandboxes).map(({ name }) => name) : [chosen];
  const asked = all.reduce((sum, { requests }) => sum + requests, 0);
  const read = async (): Promise<Coverage | undefined> => {
    const [first, ...others] = await Promise.all(names.map(control.coverage));
    return first && others.reduce(mergeCoverage, first);
  };
  const { value: report, error } = useLoaded(read, [names.join(), asked, known.value], chosen);
  return (
    <div class="view">
      <ViewHead
        title="Coverage"
        idea="Which statuses of each operation your tests have received, and which they never received."
      />
      <Trouble text={error} />
      {all.length > maxSandboxes && chosen === '' ? (
        <p class="note">
          Only the first {maxSandboxes} of {count(all.length)} sandboxes are included.
        </p>
      ) : null}
      {report ? (
        <Report report={report} />
      ) : known.value && names.length === 0 ? (
        <FirstCall
          title="Nothing is covered yet"
          idea="Run your tests against the mock: every status they receive is marked here at once."
          isPanel
        />
      ) : error === undefined ? (
        <Loading />
      ) : null}
    </div>
  );
}

function Report({ report }: { report: Coverage }) {
  const { totals } = report;
  return (
    <>
      <ul class="shares">
        <ShareTile name="Operations" share={totals.operations} />
        <ShareTile name="Statuses" share={totals.statuses} />
        <ShareTile name="Errors" share={totals.errors} />
        <ShareTile name="Request fields" share={totals.fields} />
      </ul>
      <CoverageGrid key={scope.value} report={report} />
      <NeverMet report={report} />
    </>
  );
}

function ShareTile({ name, share }: { name: string; share: Coverage['totals']['fields'] }) {
  const percent = share.of === 0 ? 100 : Math.floor((share.seen * 100) / share.of);
  return (
    <li class="tile">
      <span class="label">{name}</span>
      <ShareFigure percent={percent} number={percent} unit="%" />
      <span class="hint">
        {share.seen} of {share.of}
      </span>
    </li>
  );
}

function NeverMet({ report }: { report: Coverage }) {
  const open = report.operations
    .map(({ id, statuses, fields }) => ({
      id,
      errors: missing(statuses).filter(isError),
      fields: missing(fields),
    }))
    .filter(({ errors, fields }) => errors.length + fields.length > 0);
  return (
    <Panel
      id="never"
      title="Not covered"
      head={
        <p>
          Each copies the header that forces it: <code>X-Mock-Scenario: status-…</code>
        </p>
      }
    >
      {open.length === 0 ? (
        <p class="panel-body note good">Every documented error was received, and every field was sent.</p>
      ) : null}
      {open.map(({ id, errors, fields }) => (
        <div key={id} class="never">
          <h3>{visibleText(id)}</h3>
          {errors.length > 0 ? (
            <ul class="chips">
              {errors.map((status) => (
                <li key={status}>
                  <CopyStatusHeader status={status} label={status} />
                </li>
              ))}
            </ul>
          ) : null}
          {fields.length > 0 ? (
            <p class="hint">
              Fields never sent: <span class="mono">{visibleText(fields.join(', '))}</span>
            </p>
          ) : null}
        </div>
      ))}
      <details class="never">
        <summary>{report.scenarios.notMet.length} scenarios were never used</summary>
        <p class="hint mono">{visibleText(report.scenarios.notMet.join(', '))}</p>
      </details>
    </Panel>
  );
}

function missing(met: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.keys(met).filter((name) => met[name] !== true);
}
