import { useMemo } from 'preact/hooks';
import { faultLabel, Panel, ScenarioBadge, StatusBadge, Empty } from '../../../parts/layout.js';
import { counted, duration, timeOfDay, visibleText } from '../../../parts/text.js';
import { hrefOf } from '../../../routing/route.js';
import { sandboxSign } from '../../../state/scope.js';
import { exchangeLog } from '../../../state/world.js';
import type { LoggedExchange } from '../../../state/exchange-log.js';
import { ExportMenu } from '../../export/export-menu.js';
import { ownPath } from '../../traffic/table/traffic-row.js';
import { attemptGroups, type Attempt, type AttemptGroup } from './attempt-groups.js';
import { CopyButton } from '../../../parts/controls.js';

/** Groups that are shown; the traffic has all requests. */
const maxGroups = 40;

export function Timeline({ sandbox }: { sandbox: string }) {
  const entries = exchangeLog.entries.value;
  const own = useMemo(() => entries.filter((entry) => entry.sandbox === sandbox), [entries, sandbox]);
  const groups = useMemo(() => attemptGroups(own), [own]);
  const shown = groups.slice(0, maxGroups);
  return (
    <Panel
      id="timeline"
      title="Timeline"
      head={
        <div class="acts">
          {own.length > 0 ? <ExportMenu rows={own} isSmall /> : null}
          <p role="status">
            {counted(own.length, 'request')}
            {groups.length > shown.length ? `, the latest ${shown.length} with their retries shown` : ''}
          </p>
        </div>
      }
    >
      {own.length === 0 ? (
        <NoRequests sandbox={sandbox} />
      ) : (
        <ol class="timeline">
          {shown.map((group) => (
            <GroupRow key={group[0].entry.id} group={group} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

function GroupRow({ group }: { group: AttemptGroup<LoggedExchange> }) {
  const maxSeconds = Math.max(
    ...group.flatMap(({ waitedSeconds = 0, askedSeconds = 0 }) => [waitedSeconds, askedSeconds]),
  );
  return (
    <li class={group.length > 1 ? 'attempts-many' : ''}>
      <ol class="attempts" aria-label={group.length > 1 ? titleOf(group) : undefined}>
        {group.map((attempt, index) => (
          <AttemptRow
            key={attempt.entry.id}
            attempt={attempt}
            waitedBefore={group[index - 1]?.waitedSeconds}
            maxSeconds={maxSeconds}
          />
        ))}
      </ol>
    </li>
  );
}

function titleOf(group: AttemptGroup<LoggedExchange>): string {
  const { entry } = group[0];
  return `${visibleText(`${entry.method} ${ownPath(entry)}`)}, ${group.length} attempts`;
}

interface AttemptRowProps {
  readonly attempt: Attempt<LoggedExchange>;
  /** Seconds of the wait before the one before it; undefined for the first two. */
  readonly waitedBefore: number | undefined;
  /** The longest wait of the group, in seconds. */
  readonly maxSeconds: number;
}

function AttemptRow(props: AttemptRowProps) {
  const { entry, waitedSeconds } = props.attempt;
  const { sandbox, id, method, path, scenario, fault, durationMs, time } = entry;
  return (
    <li>
      {waitedSeconds === undefined ? null : <WaitBar {...props} />}
      <a class="attempt" href={hrefOf(['traffic', sandbox, String(id)])}>
        <StatusBadge {...entry} />
        <span class="attempt-target mono" title={visibleText(path)}>
          <b>{visibleText(method)}</b> {visibleText(ownPath(entry))}
        </span>
        <span class="attempt-notes">
          {scenario.length > 0 ? <ScenarioBadge names={scenario} /> : null}
          {fault === null ? null : <span class="badge bad">{faultLabel(fault)}</span>}
        </span>
        <span class="num hint">{duration(durationMs)}</span>
        <span class="num hint">{timeOfDay(time)}</span>
      </a>
    </li>
  );
}

function NoRequests({ sandbox }: { sandbox: string }) {
  const { kind, text } = sandboxSign(sandbox);
  return (
    <Empty
      title="No requests yet"
      act={<CopyButton text={text} label={`Copy ${kind}`} hint={`Copy the ${kind} for your client`} />}
    >
      <p>
        Give your client the {kind} <code>{text}</code>: each request appears here with its retries, and the
        waits between them.
      </p>
    </Empty>
  );
}

/** Seconds by which a wait may be too short and still pass: clocks and timers are not exact. */
const tolerance = 0.05;

/** A wait between two attempts, as long as it was, over the wait that the response asked for. */
function WaitBar({ attempt, waitedBefore: before, maxSeconds }: AttemptRowProps) {
  const { waitedSeconds: waited = 0, askedSeconds: asked } = attempt;
  const isEarly = asked !== undefined && waited < asked - tolerance;
  const tone = asked === undefined ? '' : isEarly ? ' bad' : ' good';
  const width = (seconds: number): string =>
    `${Math.min(100, (seconds * 100) / Math.max(maxSeconds, 0.001))}%`;
  return (
    <div class={`wait hint${tone}`}>
      <span class="wait-track" aria-hidden="true">
        {asked === undefined ? null : <i class="asked" style={{ width: width(asked) }} />}
        <i class="waited" style={{ width: width(waited) }} />
      </span>
      <span class="wait-text">
        waited {duration(waited * 1000)}
        {asked !== undefined
          ? `, asked for ${duration(asked * 1000)}${isEarly ? `: ${duration((asked - waited) * 1000)} too early` : ''}`
          : before !== undefined && before > 0.01
            ? `, ${(waited / before).toFixed(1)} × the wait before`
            : ''}
      </span>
    </div>
  );
}
