import { Button } from '../../parts/controls.js';
import { LateInput } from '../../parts/fields.js';
import type { SandboxScenario, Scenario } from '../../control/control-types.js';
import { visibleText } from '../../parts/text.js';
import { hrefOf } from '../../routing/route.js';
import { defaultScenario, scenarios } from '../../state/world.js';
import {
  choiceOf,
  choose,
  comingSentences,
  maxDelayMs,
  namesIn,
  useStanding,
} from '../scenarios/sandbox-scenario.js';
import { useRef } from 'preact/hooks';
import { Picker, type PickerGroup } from '../../parts/picker/picker.js';
import { useCommands } from '../../shell/commands/commands.js';
import { byEffect, matching } from '../scenarios/scenario-groups.js';

/** The active scenario, its next steps, and controls to change it in one click. @param sandbox empty for everyone */
export function ScenarioBar({ sandbox }: { sandbox: string }) {
  const opener = useRef<HTMLButtonElement>(null);
  useCommands([{ title: 'Choose a scenario', keys: 'c', run: () => opener.current?.click() }]);
  const standing = useStanding(sandbox);
  const own = sandbox === '' ? defaultScenario.value : (standing?.scenario ?? null);
  const isInline = standing !== undefined && standing.definition !== null;
  const names = namesOf(own);
  const inherited = own === null && sandbox !== '' && defaultScenario.value !== null;
  const chosen = names.scenarios.join(', ');
  const changes = chosen !== '' || names.delayMs > 0 || inherited;
  return (
    <section class={`scenario-bar${changes ? ' alarming' : ''}`} aria-label="Scenario in force">
      <div class="bar-controls">
        <Picker
          opener={opener}
          label="Scenario"
          placeholder="Find: two 500, 429, reset …"
          chosen={chosen}
          groupsFor={groupsFor}
          onPick={(scenario) =>
            void choose(sandbox, choiceOf(scenario === '' ? [] : [scenario], isInline ? 0 : names.delayMs))
          }
        >
          {visibleText(chosen || (inherited ? 'As everyone' : 'Normal'))}
        </Picker>
        <DelayField
          ms={names.delayMs}
          disabled={isInline}
          onChange={(delayMs) => choose(sandbox, choiceOf(names.scenarios, delayMs))}
        />
        {own === null ? null : <Button onClick={() => void choose(sandbox, null)}>End</Button>}
        {chosen === '' ? null : (
          <Button
            kind="plain"
            hidden={sandbox === '' || isInline}
            title="Begin its steps again"
            onClick={() => void choose(sandbox, own)}
          >
            Start over
          </Button>
        )}
      </div>
      <p class="coming" role="status">
        {sandbox === '' ? (
          <EveryoneComing />
        ) : standing ? (
          <Coming standing={standing} inherited={inherited} />
        ) : (
          ' '
        )}
      </p>
    </section>
  );
}

function Coming({ standing, inherited }: { standing: SandboxScenario; inherited: boolean }) {
  const step = stepsOf(standing);
  return (
    <>
      {comingSentences(standing.upcoming).map((sentence) => (
        <strong key={sentence}>{visibleText(sentence)} </strong>
      ))}
      {step === '' ? null : <span class="hint">{step} </span>}
      {inherited ? (
        <span class="hint">The default scenario is {visibleText(defaultScenario.value ?? '')}. </span>
      ) : null}
      {standing.definition === null ? null : (
        <a class="hint" href={hrefOf(['scenarios', 'new'], { edit: 'tried' })}>
          Not saved; open it in the builder
        </a>
      )}
    </>
  );
}

function EveryoneComing() {
  const name = defaultScenario.value;
  return name === null ? (
    <>Sandboxes without their own scenario get normal responses.</>
  ) : (
    <strong>Every sandbox without its own scenario gets {visibleText(name)}.</strong>
  );
}

/** `flaky: 1 call so far, next is step 2 of 2.` */
function stepsOf({ inForce, calls }: SandboxScenario): string {
  const names = namesOf(inForce?.scenario ?? null).scenarios;
  return calls
    .filter(({ scenario }) => names.includes(scenario))
    .map(({ scenario, calls: number, next }) => {
      const step = next === null || next === 'normal' || next === 'always' ? '' : `, next is ${next}`;
      return `${visibleText(scenario)}: ${number} ${number === 1 ? 'call' : 'calls'} so far${step}.`;
    })
    .join(' ');
}

/** The names in a choice such as `flaky, delay-800ms`, none for normal: the delay is a field of its own on the page. */
function namesOf(scenario: string | null) {
  const names = namesIn(scenario);
  const delays = names.map(delayOf);
  return {
    scenarios: names.filter((name, index) => delays[index] === 0 && name !== '' && name !== 'normal'),
    delayMs: delays.reduce((sum, ms) => sum + ms, 0),
  };
}

function delayOf(name: string): number {
  const [, amount, unit] = /^delay-(\d{1,6})(ms|s)$/.exec(name) ?? [];
  return amount === undefined ? 0 : Number(amount) * (unit === 's' ? 1000 : 1);
}

/** A delay of every response, beside what the scenario does; it applies when the field is left or Enter is pressed. */
function DelayField(props: { ms: number; disabled: boolean; onChange: (ms: number) => Promise<boolean> }) {
  const { ms, disabled, onChange } = props;
  return (
    <label
      class="bar-delay"
      title={disabled ? 'The delay of a scenario that is tried is set in the builder.' : ''}
    >
      <span>Delay</span>
      <LateInput
        kind="num"
        type="number"
        {...{ min: 0, max: maxDelayMs, step: 100, disabled, value: String(ms) }}
        onApply={(text) => onChange(Math.min(maxDelayMs, Math.max(0, Math.round(Number(text)))))}
      />
      <span>ms</span>
    </label>
  );
}

/** The scenarios that are found by their name or by what they do, such as `two 500`; the value of normal is empty. */
function groupsFor(typed: string): readonly PickerGroup[] {
  const isNormalWanted = 'normal'.startsWith(typed.trim().toLowerCase());
  return [
    {
      title: 'No scenario',
      options: isNormalWanted ? [{ value: '', label: 'Normal', hint: 'the real responses' }] : [],
    },
    ...byEffect(matching(scenarios.value, typed)).map(({ title, scenarios: found }) => ({
      title,
      options: nearestFirst(found, typed.trim().toLowerCase()).map(optionOf),
    })),
  ];
}

/** Scenarios that do exactly what was typed first, then those whose names begin with it, then the others. */
function nearestFirst(found: readonly Scenario[], typed: string): readonly Scenario[] {
  const rank = ({ does, name }: Scenario): number =>
    does.toLowerCase() === typed ? 0 : name.startsWith(typed) ? 1 : 2;
  return typed === '' ? found : [...found].sort((a, b) => rank(a) - rank(b));
}

function optionOf({ name, title, does }: Scenario) {
  return {
    value: name,
    label: <code>{visibleText(name)}</code>,
    hint: visibleText(title === does ? title : `${title} (${does})`),
  };
}
