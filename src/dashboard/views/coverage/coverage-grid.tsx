import { useLatest } from '../../parts/hooks.js';
import { useState } from 'preact/hooks';
import { visibleText } from '../../parts/text.js';
import { scope } from '../../state/scope.js';
import { operations, change } from '../../state/world.js';
import { hrefOf, goTo } from '../../routing/route.js';
import type { Coverage } from '../../../client/types.js';
import { Button, CopyButton } from '../../parts/controls.js';
import { FocusedHeading, Panel, Table } from '../../parts/layout.js';
import { putChoice } from '../scenarios/sandbox-scenario.js';
import { CloseIcon } from '../../shell/icons.js';

/** Operations by statuses: covered, not covered, or not in the document. */
export function CoverageGrid({ report }: { report: Coverage }) {
  const [open, setOpen] = useState<Pick<ForcePanelProps, 'operation' | 'status'>>();
  const all = report.operations.flatMap((operation) => Object.keys(operation.statuses));
  const statuses = [...new Set(all)].sort();
  return (
    <Panel id="grid" title="Operations and statuses" head={<Legend />}>
      <Table kind="grid" label="Grid of operations and statuses" heads={['Operation']} numbers={statuses}>
        {report.operations.map((operation) => (
          <GridRow
            key={operation.id}
            operation={operation}
            statuses={statuses}
            onOpen={(status) => setOpen({ operation: operation.id, status })}
          />
        ))}
      </Table>
      <div aria-live="polite">
        {open ? <ForcePanel {...open} onClose={() => setOpen(undefined)} /> : null}
      </div>
    </Panel>
  );
}

function Legend() {
  return (
    <ul class="legend">
      <li>
        <span class="cell met" aria-hidden="true">
          ✓
        </span>{' '}
        covered
      </li>
      <li>
        <span class="cell" aria-hidden="true" /> not covered
      </li>
    </ul>
  );
}

export function isError(status: string): boolean {
  return /^[45]\d\d$/.test(status);
}

export function CopyStatusHeader({ status, label }: { status: string; label: string }) {
  const header = `X-Mock-Scenario: status-${status}`;
  return <CopyButton text={header} label={label} hint={`Copy the header ${header}`} />;
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

interface ForcePanelProps {
  readonly operation: string;
  readonly status: string;
  readonly onClose: () => void;
}

/** Ways to receive a status that is not covered: force it, or send a request that gets it. */
function ForcePanel({ operation, status, onClose }: ForcePanelProps) {
  const sandbox = scope.value;
  const begin = useLatest();
  const force = (): void => {
    const isLatest = begin();
    void change(async () => {
      const definition = { operations: [operation], answer: { status: Number(status) } };
      await putChoice(sandbox, { definition, name: `force-${status}` });
      if (isLatest()) goTo(hrefOf(['workbench']));
    });
  };
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
      {isError(status) ? (
        <div class="acts">
          {sandbox === '' ? null : (
            <Button kind="main-act" onClick={force}>
              Force it for {sandbox}
            </Button>
          )}
          <CopyStatusHeader status={status} label="Copy the header" />
          <span class="hint">
            {sandbox === ''
              ? 'Choose a sandbox at the top left to force it there, or send the header with one request.'
              : 'Every call of this operation gets it, until you end the scenario.'}
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
