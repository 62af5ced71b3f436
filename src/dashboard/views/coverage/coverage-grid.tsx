import { useState } from 'preact/hooks';
import { visibleText } from '../../parts/visible-text.js';
import { operations, attempt, readSandboxes } from '../../state/world.js';
import { hrefOf, goTo } from '../../routing/route.js';
import type { Coverage } from '../../../client/types.js';
import { Button } from '../../parts/button.js';
import { control } from '../../control/control-api.js';
import { CopyButton } from '../../parts/code/copy-button.js';
import { FocusedHeading } from '../../parts/focused-heading.js';
import { CloseIcon } from '../../shell/icons.js';

/** Operations by statuses: covered, not covered, or not in the document. */
export function CoverageGrid({ report, sandbox }: { report: Coverage; sandbox: string }) {
  const [open, setOpen] = useState<OpenCell>();
  const statuses = [
    ...new Set(report.operations.flatMap((operation) => Object.keys(operation.statuses))),
  ].sort();
  return (
    <section class="panel" aria-labelledby="grid">
      <div class="panel-head">
        <h2 id="grid">Operations and statuses</h2>
        <ul class="legend">
          <li>
            <Cell met={true} /> covered
          </li>
          <li>
            <Cell met={false} /> not covered
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
              <GridRow
                key={operation.id}
                operation={operation}
                statuses={statuses}
                onOpen={(status) => setOpen({ operation: operation.id, status })}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div aria-live="polite">
        {open ? <ForcePanel {...open} sandbox={sandbox} onClose={() => setOpen(undefined)} /> : null}
      </div>
    </section>
  );
}

interface GridRowProps {
  readonly operation: Coverage['operations'][number];
  readonly statuses: readonly string[];
  readonly onOpen: (status: string) => void;
}

function GridRow({ operation, statuses, onOpen }: GridRowProps) {
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
            {met === undefined ? (
              <span class="unseen">not documented</span>
            ) : met ? (
              <a
                class="cell met"
                href={hrefOf(['traffic'], { operation: operation.id, status })}
                aria-label={`${operation.id} ${status}: covered, show its requests`}
              >
                <span aria-hidden="true">✓</span>
              </a>
            ) : (
              <button
                type="button"
                class="cell"
                aria-label={`${operation.id} ${status}: not covered, force it`}
                onClick={() => onOpen(status)}
              />
            )}
          </td>
        );
      })}
    </tr>
  );
}

function Cell({ met }: { met: boolean }) {
  return (
    <span class={`cell${met ? ' met' : ''}`} aria-hidden="true">
      {met ? '✓' : ''}
    </span>
  );
}

interface OpenCell {
  readonly operation: string;
  readonly status: string;
}

interface ForcePanelProps extends OpenCell {
  /** Empty for everyone. */
  readonly sandbox: string;
  readonly onClose: () => void;
}

/** Ways to receive a status that is not covered: force it, or send a request that gets it. */
function ForcePanel({ operation, status, sandbox, onClose }: ForcePanelProps) {
  const isError = /^[45]\d\d$/.test(status);
  const force = (): void =>
    void attempt(async () => {
      const definition = { operations: [operation], answer: { status: Number(status) } };
      await control.tryScenario(sandbox, definition, `force-${status}`);
      await readSandboxes();
      goTo(hrefOf(['workbench']));
    });
  return (
    <div class="panel-body force stack" role="group" aria-labelledby="force">
      <div class="acts">
        <FocusedHeading tag="h3" id="force" about={`${operation} ${status}`}>
          {visibleText(operation)} has never returned {status}
        </FocusedHeading>
        <Button kind="plain" aria-label="Close" onClick={onClose}>
          <CloseIcon />
        </Button>
      </div>
      {isError ? (
        <div class="acts">
          {sandbox === '' ? null : (
            <Button kind="main-act" onClick={force}>
              Force it for {sandbox}
            </Button>
          )}
          <CopyButton
            text={`X-Mock-Scenario: status-${status}`}
            label="Copy the header"
            hint={`Copy the header X-Mock-Scenario: status-${status}`}
          />
          <span class="hint">
            {sandbox === ''
              ? 'Choose a sandbox at the top left to force it there, or send the header with one request.'
              : 'Every call of this operation gets it, until you clear the scenario.'}
          </span>
        </div>
      ) : (
        <p>
          <a href={hrefOf(['start'], { operation })}>Send a request that gets it</a>
        </p>
      )}
    </div>
  );
}
