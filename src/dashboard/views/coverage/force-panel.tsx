import { Button } from '../../parts/button.js';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { control } from '../../control/control-api.js';
import { CopyButton } from '../../parts/copy-button.js';
import { visibleText } from '../../parts/visible-text.js';
import { goTo, hrefOf } from '../../routing/route.js';
import { CloseIcon } from '../../shell/icons.js';
import { attempt, readSandboxes } from '../../state/world.js';

/** A status of an operation that no client has received. */
export interface OpenCell {
  readonly operation: string;
  readonly status: string;
}

interface ForcePanelProps extends OpenCell {
  /** Empty for everyone. */
  readonly sandbox: string;
  readonly onClose: () => void;
}

/** Ways to receive a status that is not covered: force it, or send a request that gets it. */
export function ForcePanel({ operation, status, sandbox, onClose }: ForcePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), [operation, status]);
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
        <h3 id="force" tabIndex={-1} ref={heading}>
          {visibleText(operation)} has never returned {status}
        </h3>
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
