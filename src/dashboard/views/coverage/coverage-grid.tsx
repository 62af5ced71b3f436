import { visibleText } from '../../parts/visible-text.js';
import { operations } from '../../state/world.js';
import type { CoverageReport, OperationCoverage } from './coverage-report.js';

/** Operations by statuses: met, never met, or not in the document. */
export function CoverageGrid({ report }: { report: CoverageReport }) {
  const statuses = [
    ...new Set(report.operations.flatMap((operation) => Object.keys(operation.statuses))),
  ].sort();
  return (
    <section class="panel" aria-labelledby="grid">
      <div class="panel-head">
        <h2 id="grid">Operations and statuses</h2>
        <ul class="legend">
          <li>
            <Cell met={true} /> met
          </li>
          <li>
            <Cell met={false} /> never met
          </li>
        </ul>
      </div>
      <div class="table-scroll" tabIndex={0} role="region" aria-label="Grid of operations and statuses">
        <table class="data grid">
          <thead>
            <tr>
              <th scope="col">Operation</th>
              {statuses.map((status) => (
                <th key={status} scope="col" class="mono">
                  {status}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.operations.map((operation) => (
              <GridRow key={operation.id} operation={operation} statuses={statuses} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function GridRow({ operation, statuses }: { operation: OperationCoverage; statuses: readonly string[] }) {
  const known = operations.value.find(({ id }) => id === operation.id);
  return (
    <tr>
      <th scope="row">
        {visibleText(operation.id)}
        <span class="hint mono">{known ? visibleText(`${known.method} ${known.path}`) : ''}</span>
        {operation.undocumented.map((status) => (
          <span key={status} class="badge bad">
            {status} came, undocumented
          </span>
        ))}
      </th>
      {statuses.map((status) => {
        const met = operation.statuses[status];
        return (
          <td key={status}>
            {met === undefined ? <span class="unseen">not documented</span> : <Cell met={met} said />}
          </td>
        );
      })}
    </tr>
  );
}

function Cell({ met, said = false }: { met: boolean; said?: boolean }) {
  return (
    <span class={`cell${met ? ' met' : ''}`}>
      <span aria-hidden="true">{met ? '✓' : ''}</span>
      {said ? <span class="unseen">{met ? 'met' : 'never met'}</span> : null}
    </span>
  );
}
