import { useState } from 'preact/hooks';
import { reasonPhrases } from '../../../scenarios/reason-phrases.js';
import { Button } from '../../parts/controls.js';
import { NumberInput, optionsOf, Select, Submit } from '../../parts/fields.js';
import { useLatest, useLoaded } from '../../parts/hooks.js';
import { visibleText } from '../../parts/text.js';
import { control } from '../../control/control-api.js';
import type { Scenario, ScenarioDefinition } from '../../control/control-types.js';
import { chooseScope, sandboxSign, scope } from '../../state/scope.js';
import { isProxy, operations, sandboxes, scenarios, trouble } from '../../state/world.js';
import { byEffect } from '../../views/scenarios/scenario-groups.js';
import { maxDelayMs } from '../../views/scenarios/sandbox-scenario.js';
import { ForcedForm } from './forced-form.js';
import { choiceFor, forceChoice, hasOwnTurns, statusOf, type Forcing } from './forcing.js';

/** The errors that clients are tried with most; each has a button of its own. */
const atOnce = ['status-429', 'status-500', 'status-503', 'status-401'];

const maxTimes = 1_000_000;

/** The fields of what is forced. For everyone it is every request: only a sandbox counts its requests. */
export function ForceForm({ onClose }: { onClose: () => void }) {
  const sandbox = scope.value;
  const [forcing, setForcing] = useState<Forcing>({
    response: 'status-500',
    times: sandbox === '' ? undefined : 3,
    operation: '',
    delayMs: 0,
  });
  const [isRefused, setRefused] = useState(false);
  const { response, operation } = forcing;
  const { value: definition } = useLoaded(() => definitionOf(response), [], response);
  const ownTurns = definition !== undefined && hasOwnTurns(definition);
  const begin = useLatest();
  const change = (part: Partial<Forcing>): void => {
    begin();
    setForcing({ ...forcing, ...part });
  };
  const send = async (asked: Forcing): Promise<void> => {
    const isLatest = begin();
    const choice = async () => choiceFor(asked, await definitionOf(asked.response));
    const isForced = await forceChoice(sandbox, choice());
    setRefused(!isForced);
    // By then it may be filled in anew, or another form may be open.
    if (isForced && isLatest()) onClose();
  };
  return (
    <ForcedForm
      label="Force a response"
      first=".forced-response"
      onSend={() => void send(forcing)}
      onClose={onClose}
      below={
        <>
          {isRefused && trouble.value !== undefined ? (
            <p class="field-problem">{visibleText(trouble.value)}</p>
          ) : null}
          {sandbox === '' ? <OneSandbox /> : null}
        </>
      }
    >
      {sandbox === '' ? (
        <span>Every request</span>
      ) : (
        <TurnFields {...{ forcing, change }} isDisabled={ownTurns} />
      )}
      <span aria-hidden="true">→</span>
      <select
        class="input forced-response"
        aria-label="What they get"
        value={response}
        onChange={(event) => change({ response: event.currentTarget.value })}
      >
        <ResponseOptions operation={operation} />
      </select>
      <label class="forced-field">
        after
        <NumberInput
          kind="num"
          aria-label="Milliseconds before it"
          {...{ min: 0, max: maxDelayMs, value: forcing.delayMs }}
          onChange={(delayMs = 0) => change({ delayMs })}
        />
        ms
      </label>
      {ownTurns ? (
        <span class="hint">This scenario says itself when it applies.</span>
      ) : forcing.times === undefined ? null : (
        <span>then {isProxy.value ? 'the target' : 'normal'}</span>
      )}
      <Submit disabled={response === '' && forcing.delayMs === 0}>Force</Submit>
      <span class="forced-field" role="group" aria-label="Force at once">
        or at once
        {atOnce
          .filter((name) => fitting(operation).some((one) => one.name === name))
          .map((name) => (
            <Button
              key={name}
              aria-label={`Force ${statusOf(name)}`}
              onClick={() => void send({ ...forcing, response: name })}
            >
              {statusOf(name)}
            </Button>
          ))}
      </span>
    </ForcedForm>
  );
}

/** The definition of the scenario that is the response; a status and the real response have none. */
async function definitionOf(response: string): Promise<ScenarioDefinition> {
  if (response === '' || statusOf(response) !== undefined) return {};
  return (await control.scenario(response)).definition;
}

interface TurnFieldsProps {
  readonly forcing: Forcing;
  readonly change: (part: Partial<Forcing>) => void;
  readonly isDisabled: boolean;
}

function TurnFields({ forcing: { times, operation, response }, change, isDisabled }: TurnFieldsProps) {
  return (
    <>
      <label class="forced-field">
        Next
        <NumberInput
          kind="num"
          aria-label="How many of the next requests; empty for all"
          placeholder="all"
          {...{ min: 1, max: maxTimes, value: times, disabled: isDisabled }}
          onChange={(next) => change({ times: next })}
        />
        requests of
      </label>
      <Select
        label="Of which operation"
        value={operation}
        disabled={isDisabled}
        options={[
          { value: '', label: 'every operation' },
          ...operations.value.map(({ id }) => ({ value: id, label: visibleText(id) })),
        ]}
        onChange={(id) => {
          const fits = response === '' || fitting(id).some(({ name }) => name === response);
          change({ operation: id, ...(fits ? {} : { response: '' }) });
        }}
      />
    </>
  );
}

/** The scenarios that apply to an operation. @param operation empty for any */
function fitting(operation: string): readonly Scenario[] {
  return scenarios.value.filter(
    ({ operations: of }) => operation === '' || of === 'all' || of.includes(operation),
  );
}

/** Errors first, then the scenarios of files. @param operation to which they must apply; empty for any */
function ResponseOptions({ operation }: { operation: string }) {
  const some = fitting(operation);
  const isStatus = ({ name }: Scenario): boolean => statusOf(name) !== undefined;
  return (
    <>
      <optgroup label="Errors">
        {some.filter(isStatus).map(({ name }) => (
          <option key={name} value={name}>
            {`${statusOf(name)} ${reasonPhrases[statusOf(name) ?? 0] ?? ''}`.trim()}
          </option>
        ))}
      </optgroup>
      <option value="">the real response, late</option>
      {byEffect(some.filter((scenario) => !isStatus(scenario))).map(({ title, scenarios: files }) => (
        <optgroup key={title} label={title}>
          {files.map(({ name }) => (
            <option key={name} value={name}>
              {visibleText(name)}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  );
}

/** The way to a number of requests or one operation, which need a sandbox. */
function OneSandbox() {
  const sign = sandboxSign('NAME');
  return (
    <p class="forced-fields">
      <label class="forced-field">
        A number of requests, or one operation: choose whose requests
        <Select
          value=""
          options={[{ value: '', label: 'everyone' }, ...optionsOf(sandboxes.value.map(({ name }) => name))]}
          onChange={chooseScope}
        />
      </label>
      <span class="hint">
        The {sign.kind} <code>{sign.text}</code> puts a client in the sandbox NAME.
      </span>
    </p>
  );
}
