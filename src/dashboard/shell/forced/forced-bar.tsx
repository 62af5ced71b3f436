import { useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/controls.js';
import { count, instant, visibleText } from '../../parts/text.js';
import type { ClockChange, SandboxScenario } from '../../control/control-types.js';
import { scope } from '../../state/scope.js';
import { defaultScenario, isProxy, known, sandboxes } from '../../state/world.js';
import { chosenFor, comingText, nameOf, useStanding } from '../../views/scenarios/sandbox-scenario.js';
import { useCommands } from '../commands/commands.js';
import { ClockForm, useSandboxClock } from './clock-form.js';
import { ForceForm } from './force-form.js';
import { forceChoice, forcedChoice, undoForced } from './forcing.js';
import {
  changeClock,
  clockChange,
  clockText,
  FreezeButton,
  isOwnTime,
  undoClock,
} from '../../views/workbench/sandbox-clock.js';

/** The scenario of `Fail all`; every document has it. */
const failure = 'status-500';

/** Says on every view what is forced in the chosen sandbox, or for everyone; with the ways to change it. */
export function ForcedBar() {
  const sandbox = scope.value;
  const standing = useStanding(sandbox);
  const clock = useSandboxClock(sandbox);
  const [open, setOpen] = useState<'force' | 'time'>();
  const openers = { force: useRef<HTMLButtonElement>(null), time: useRef<HTMLButtonElement>(null) };
  const own = standing === undefined ? chosenFor(sandbox) : standing.scenario;
  const byDefault = sandbox !== '' && own === null && defaultScenario.value !== null;
  const undone = byDefault ? '' : sandbox;
  const isForcing = own !== null || byDefault;
  const isMoved = clock !== undefined && isOwnTime(clock);
  const last = forcedChoice(undone);
  const movedAt = isMoved ? (clockChange(sandbox, clock)?.at ?? 0) : 0;
  const undoesTime = isMoved && (!isForcing || movedAt > (last?.at ?? 0));
  const before = nameOf(last?.before ?? null) ?? (undone === '' ? 'normal' : 'what everyone gets');
  const canUndo = isForcing || isMoved;
  const toggle = (form: 'force' | 'time'): void => setOpen(open === form ? undefined : form);
  const bar = useRef<HTMLElement>(null);
  const close = (): void => {
    const { activeElement: focused, body } = document;
    // Who has gone on to another place meanwhile stays there.
    if (open && (focused === body || bar.current?.contains(focused))) openers[open].current?.focus();
    setOpen(undefined);
  };
  const failAll = (): void => void forceChoice(sandbox, { scenario: failure });
  const undo = (): void => void (undoesTime ? undoClock(sandbox) : undoForced(undone));
  const freeze = (change: ClockChange | undefined): void => void changeClock(sandbox, change);
  useCommands([
    { title: 'Force a response', words: 'error delay next requests', keys: 'f', run: () => toggle('force') },
    { title: 'Fail all requests', words: 'force 500', run: failAll },
    ...(clock
      ? [
          { title: 'Move the time of this sandbox', words: 'clock day hour', run: () => toggle('time') },
          {
            title: clock.frozen ? 'Unfreeze the time of this sandbox' : 'Freeze the time of this sandbox',
            words: 'clock stop',
            run: () => freeze({ frozen: !clock.frozen }),
          },
        ]
      : []),
    ...(canUndo ? [{ title: 'Undo what is forced', words: 'normal end clear time', run: undo }] : []),
  ]);
  if (!known.value) return null;
  return (
    <section ref={bar} class={`forced${isForcing ? ' is-forcing' : ''}`} aria-label="Forced">
      <p class="forced-text">
        <span class="forced-what" role="status">
          <span class={sandbox === '' ? 'forced-whom' : 'forced-whom mono'}>{sandbox || 'Everyone'}: </span>
          <Forced own={own} standing={standing} />
        </span>
        <NotAffected isForced={own !== null} />
      </p>
      <Button
        ref={openers.force}
        kind="small"
        aria-expanded={open === 'force'}
        aria-keyshortcuts="f"
        onClick={() => toggle('force')}
      >
        Force …
      </Button>
      <Button kind="small" title="Every request gets 500" onClick={failAll}>
        Fail all
      </Button>
      {canUndo ? (
        <Button
          kind="small"
          title={undoesTime ? 'Back to the time before' : `Back to ${visibleText(before)}`}
          onClick={undo}
        >
          {byDefault && !undoesTime ? 'Undo for everyone' : 'Undo'}
        </Button>
      ) : null}
      {clock ? (
        <Button
          ref={openers.time}
          kind={isMoved ? 'small is-moved' : 'small'}
          aria-expanded={open === 'time'}
          title={
            clock.frozen ? `The time in ${sandbox} stands at ${instant(clock.now)}` : `The time in ${sandbox}`
          }
          onClick={() => toggle('time')}
        >
          {isMoved ? (
            <ClockLabel text={`${clock.frozen ? '' : 'Time: '}${clockText(clock, 2)} …`} />
          ) : (
            'Time …'
          )}
        </Button>
      ) : null}
      {clock ? <FreezeButton clock={clock} onChange={freeze} /> : null}
      {open === 'force' ? <ForceForm key={sandbox} onClose={close} /> : null}
      {open === 'time' && clock ? <ClockForm key={sandbox} clock={clock} onClose={close} /> : null}
    </section>
  );
}

/** The time of a sandbox; a phone shows the date or the distance alone. */
function ClockLabel({ text }: { text: string }) {
  const parts = text.split(/(Frozen at | UTC|Time: )/);
  return (
    <>
      {parts.map((part, index) => (
        <span key={part} class={index % 2 === 1 ? 'clock-word' : undefined}>
          {part}
        </span>
      ))}
    </>
  );
}

function Forced({ own, standing }: { own: string | null; standing: SandboxScenario | undefined }) {
  if (scope.value === '')
    return own === null ? <>nothing is forced</> : <strong>every request → {visibleText(own)}</strong>;
  if (standing === undefined) return null;
  const whose = own === null ? ' (as everyone)' : '';
  if (!standing.upcoming.every(isOver))
    return (
      <strong>
        {visibleText(standing.upcoming.map((group) => comingText(group, normally)).join('; '))}
        {whose}
      </strong>
    );
  if (own === null) return <>nothing is forced</>;
  return own === 'normal' ? (
    <>always {normally('normal')}</>
  ) : (
    <>{`${visibleText(own)} is over, now ${normally('normal')}`}</>
  );
}

/** Words for `normal`: behind a proxy the target answers then. */
function normally(does: string): string {
  return isProxy.value && does === 'normal' ? 'the target' : does;
}

/** True if the steps of a group are used up. */
function isOver({ calls, more }: SandboxScenario['upcoming'][number]): boolean {
  return !more && calls.every(({ times, does }) => times === null && does === 'normal');
}

/** Says who gets something else than what is forced here. */
function NotAffected({ isForced }: { isForced: boolean }) {
  const sandbox = scope.value;
  const others = sandboxes.value.filter(({ name, scenario }) => scenario !== null && name !== sandbox);
  if (sandbox !== '' && isForced) return <span class="hint">No other sandbox is affected</span>;
  if (others.length === 0) return null;
  const other = sandbox === '' ? '' : 'other ';
  return (
    <span class="hint" title={others.map(({ name }) => name).join(', ')}>
      {others.length === 1
        ? `1 ${other}sandbox has a scenario of its own`
        : `${count(others.length)} ${other}sandboxes have a scenario of their own`}
    </span>
  );
}
