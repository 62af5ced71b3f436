import { control } from '../../control/control-api.js';
import type { Sandbox, SandboxScenario } from '../../control/control-types.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { count, counted } from '../../parts/format.js';
import { useLoaded } from '../../parts/use-loaded.js';
import { visibleText } from '../../parts/visible-text.js';
import { hrefOf } from '../../routing/route.js';
import { attempt, defaultScenario, isNormal, readSandboxes, sandboxes } from '../../state/world.js';
import { choose } from './choose-scenario.js';

/** Sandboxes that are shown; the traffic filter finds the others. */
const shownSandboxes = 30;

/** What everyone and each sandbox meets now, and where sequences stand. */
export function InForce() {
  const all = sandboxes.value;
  const few = sortedByInterest(all).slice(0, shownSandboxes);
  const normal = defaultScenario.value === null;
  return (
    <section class={`panel${normal ? '' : ' alarming'}`} aria-labelledby="in-force">
      <div class="panel-head">
        <h2 id="in-force">On now</h2>
        {all.length > few.length ? <p>{`${few.length} of ${count(all.length)} sandboxes`}</p> : null}
      </div>
      <ul>
        <li class="now">
          <strong>Everyone</strong>
          <Chosen scenario={defaultScenario.value} fallback="normal" />
          <span class="hint">unless a sandbox has its own</span>
          <span class="acts end">
            {normal ? null : (
              <button type="button" class="btn small" onClick={() => void choose({ kind: 'everyone' }, null)}>
                Back to normal
              </button>
            )}
          </span>
        </li>
        {few.map((sandbox) => (
          <SandboxRow key={sandbox.name} sandbox={sandbox} />
        ))}
      </ul>
      {all.length === 0 ? (
        <p class="hint panel-body">
          No sandbox is in use yet. The key <code>dk_test_NAME</code> opens the sandbox NAME.
        </p>
      ) : null}
    </section>
  );
}

function sortedByInterest(all: readonly Sandbox[]): readonly Sandbox[] {
  return [...all].sort((a, b) => Number(b.scenario !== null) - Number(a.scenario !== null));
}

function SandboxRow({ sandbox }: { sandbox: Sandbox }) {
  const { name, scenario, requests } = sandbox;
  const { value } = useLoaded(
    async () => (scenario === null ? undefined : control.sandboxScenario(name)),
    [name, scenario, requests, defaultScenario.value],
  );
  return (
    <li class="now">
      <a href={hrefOf(['traffic'], { sandbox: name })} class="mono">
        {name}
      </a>
      <Chosen scenario={scenario} fallback="as everyone" />
      <span class="hint">
        {scenario === null ? null : <>next: {nextCall(value)}, </>}
        {counted(requests, 'request')}
      </span>
      <span class="acts end">
        {scenario === null ? null : (
          <button
            type="button"
            class="btn small"
            onClick={() => void choose({ kind: 'sandbox', name }, null)}
          >
            Take away
          </button>
        )}
        <ConfirmButton
          label="Reset"
          sure={`Forget ${name}?`}
          onConfirm={() =>
            void attempt(async () => {
              await control.resetSandbox(name);
              await readSandboxes();
            })
          }
        />
      </span>
    </li>
  );
}

function Chosen({ scenario, fallback }: { scenario: string | null; fallback: string }) {
  if (scenario === null) return <span class="hint">{fallback}</span>;
  return <span class={`badge mono ${isNormal(scenario) ? 'good' : 'warn'}`}>{visibleText(scenario)}</span>;
}

/** Where the sequences of the scenario in force stand. */
function nextCall(of: SandboxScenario | undefined): string {
  if (of === undefined) return '';
  if (of.inForce === null) return 'normal';
  const names = of.inForce.scenario.split(',').map((name) => name.trim());
  const standing = of.calls.filter(({ scenario }) => names.includes(scenario));
  if (standing.length === 0) return 'from its beginning';
  return standing
    .map(({ scenario, calls, next }) => {
      const met = `${count(calls)} so far`;
      const text = next === null ? met : `${next}, ${met}`;
      return names.length > 1 ? `${scenario}: ${text}` : text;
    })
    .join('; ');
}
