import { Button, ConfirmButton } from '../../parts/controls.js';
import { control } from '../../control/control-api.js';
import type { Sandbox } from '../../control/control-types.js';
import { ago, count, counted, visibleText } from '../../parts/text.js';
import { useClock, useLoaded } from '../../parts/hooks.js';
import { hrefOf } from '../../routing/route.js';
import { sandboxSign, scope } from '../../state/scope.js';
import {
  change,
  defaultScenario,
  isNormal,
  readSandboxes,
  sandboxes,
  sandboxesReadAt,
  versions,
} from '../../state/world.js';
import { choose, comingSentences } from './sandbox-scenario.js';
import { Panel } from '../../parts/layout.js';

const shownSandboxes = 30;

/** The default scenario, those of sandboxes, and the next steps of sequences. */
export function InForce() {
  const all = sandboxes.value;
  const chosen = scope.value;
  const own = all.find(({ name }) => name === chosen) ?? unusedSandbox(chosen);
  const others = sortedByInterest(all.filter(({ name }) => name !== chosen)).slice(0, shownSandboxes);
  const set = others.filter(({ scenario }) => scenario !== null);
  const plain = others.filter(({ scenario }) => scenario === null);
  const left = all.length - others.length - (all.includes(own) ? 1 : 0);
  const normal = defaultScenario.value === null;
  const sign = sandboxSign('NAME');
  const row = (sandbox: Sandbox) => <SandboxRow key={sandbox.name} sandbox={sandbox} />;
  return (
    <Panel
      id="in-force"
      title="In force"
      {...(normal ? {} : { kind: 'alarming' })}
      head={left > 0 ? <p>{`${count(all.length - left)} of ${count(all.length)} sandboxes`}</p> : null}
    >
      <ul class="now-list">
        {chosen === '' ? null : <SandboxRow key={chosen} sandbox={own} isChosen />}
        <li class="now">
          <strong>Everyone</strong>
          <Chosen scenario={defaultScenario.value} fallback="normal" />
          <span class="hint">for sandboxes without a scenario</span>
          <span class="acts end">
            {normal ? null : (
              <Button kind="small" onClick={() => void choose('', null)}>
                End
              </Button>
            )}
          </span>
        </li>
        {set.map(row)}
      </ul>
      {plain.length > 0 ? (
        <details class="now-others">
          <summary>
            {counted(plain.length, chosen === '' ? 'sandbox' : 'other sandbox', 'es')} as everyone
          </summary>
          <ul class="now-list">{plain.map(row)}</ul>
        </details>
      ) : null}
      {all.length === 0 ? (
        <p class="hint panel-body">
          No sandbox is in use yet. The {sign.kind} <code>{sign.text}</code> opens the sandbox NAME.
        </p>
      ) : null}
    </Panel>
  );
}

function unusedSandbox(name: string): Sandbox {
  return { name, scenario: null, requests: 0, journalled: 0, documents: {}, idleSeconds: 0 };
}

function sortedByInterest(all: readonly Sandbox[]): readonly Sandbox[] {
  return [...all].sort(
    (a, b) => Number(b.scenario !== null) - Number(a.scenario !== null) || a.idleSeconds - b.idleSeconds,
  );
}

function SandboxRow({ sandbox, isChosen = false }: { sandbox: Sandbox; isChosen?: boolean }) {
  const { name, scenario, requests, documents, idleSeconds } = sandbox;
  const idle = idleSeconds + Math.max(0, useClock(10_000) - sandboxesReadAt.value) / 1000;
  const { value: read } = useLoaded(
    async () => (scenario === null ? undefined : control.sandboxScenario(name)),
    [name, scenario, requests, defaultScenario.value, versions.scenario.value, versions.reset.value],
  );
  // Until it is read, nothing is said of another one that stood before.
  const value = read?.scenario === scenario ? read : undefined;
  const tried = value !== undefined && value.definition !== null;
  return (
    <li class={isChosen ? 'now is-chosen' : 'now'}>
      <a href={hrefOf(['workbench'], { sandbox: name })} class="mono">
        {name}
      </a>
      <span class="acts">
        <Chosen scenario={scenario} fallback="as everyone" />
        {tried ? (
          <a class="hint" href={hrefOf(['scenarios', 'new'], { sandbox: name, edit: 'tried' })}>
            tried, not saved
          </a>
        ) : null}
      </span>
      <span class="hint">
        {scenario === null || !value ? null : `${comingSentences(value.upcoming).join(' ')} `}
        {requests === 0
          ? 'no requests yet'
          : `${counted(requests, 'request')}, ${documentCounts(documents)}used ${ago(idle)}`}
      </span>
      <span class="acts end">
        {scenario === null ? null : (
          <Button kind="small" onClick={() => void choose(name, null)}>
            End
          </Button>
        )}
        <ConfirmButton
          label="Reset"
          sure={`Reset ${name}?`}
          onConfirm={() =>
            void change(async () => {
              await control.resetSandbox(name);
              await readSandboxes();
            })
          }
        />
      </span>
    </li>
  );
}

/** `orders: 2, `: what the service keeps in a sandbox. A collection's name has no singular that is sure. */
function documentCounts(documents: Sandbox['documents']): string {
  return Object.entries(documents)
    .map(([collection, size]) => `${collection}: ${count(size)}, `)
    .join('');
}

function Chosen({ scenario, fallback }: { scenario: string | null; fallback: string }) {
  if (scenario === null) return <span class="hint">{fallback}</span>;
  return <span class={`badge mono ${isNormal(scenario) ? 'good' : 'warn'}`}>{visibleText(scenario)}</span>;
}
