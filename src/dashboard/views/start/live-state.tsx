import { control } from '../../control/control-api.js';
import { useClock, useLoaded } from '../../parts/hooks.js';
import { endingWords } from '../../parts/layout.js';
import { ago, count, counted, visibleText } from '../../parts/text.js';
import { hrefOf } from '../../routing/route.js';
import { keptExchanges, pathOf, type LoggedExchange } from '../../state/exchange-log.js';
import { scope } from '../../state/scope.js';
import {
  connection,
  defaultScenario,
  exchangeLog,
  isProxy,
  sandboxes,
  service,
  versions,
} from '../../state/world.js';
import { ownPath } from '../traffic/table/traffic-row.js';

/** The state of mock or proxy, for the chosen sandbox or for everyone: each tile leads to its view. */
export function LiveState() {
  const isInScope = ({ sandbox }: { sandbox: string }): boolean =>
    scope.value === '' || sandbox === scope.value;
  const entries = exchangeLog.entries.value.filter(isInScope);
  return (
    <section aria-labelledby="now">
      <h2 id="now">Right now</h2>
      <ul class="tiles">
        <RequestsToday entries={entries} />
        <LastFailure entries={entries} />
        <InForce />
        {isProxy.value ? <BrokenRules /> : <Keys isInScope={isInScope} />}
      </ul>
    </section>
  );
}

function Tile(props: { title: string; href: string; value: string; hint: string }) {
  const { title, href, value, hint } = props;
  return (
    <li>
      <a class="tile" href={href}>
        <span class="label">{title}</span>
        <strong>{value}</strong>
        <span>{hint}</span>
      </a>
    </li>
  );
}

function RequestsToday({ entries }: { entries: readonly LoggedExchange[] }) {
  const midnight = new Date(useClock(60_000)).setHours(0, 0, 0, 0);
  const today = entries.filter(({ time }) => Date.parse(time) >= midnight);
  const failed = today.filter(isFailure).length;
  const isAll = exchangeLog.entries.value.length < keptExchanges;
  return (
    <Tile
      title="Requests today"
      href={hrefOf(['traffic'])}
      value={`${count(today.length)}${isAll ? '' : ' or more'}`}
      hint={today.length === 0 ? 'None yet: send the call above.' : `${count(failed)} of them failed`}
    />
  );
}

function LastFailure({ entries }: { entries: readonly LoggedExchange[] }) {
  const last = entries.findLast(isFailure);
  const now = useClock(10_000);
  if (!last)
    return (
      <Tile title="Last failure" href={hrefOf(['traffic'])} value="None" hint="No request has failed." />
    );
  const { method, status, headBytes, ending, sandbox, time } = last;
  const outcome = headBytes > 0 ? String(status) : (endingWords(ending) ?? 'no status');
  return (
    <Tile
      title="Last failure"
      href={hrefOf(pathOf(last))}
      value={visibleText(`${outcome} ${method} ${ownPath(last)}`)}
      hint={`${ago(Math.max(0, now - Date.parse(time)) / 1000)}, in sandbox ${sandbox}`}
    />
  );
}

/** An error status, or an end that is not in order. */
function isFailure({ status, ending }: LoggedExchange): boolean {
  return status >= 400 || (ending !== null && ending !== 'complete');
}

function InForce() {
  const own = sandboxes.value.filter(({ scenario }) => scenario !== null);
  const chosen = own.find(({ name }) => name === scope.value)?.scenario;
  const others = own.filter(({ name }) => name !== scope.value).length;
  const inForce = chosen ?? defaultScenario.value;
  return (
    <Tile
      title="Forced"
      href={hrefOf(['scenarios'])}
      value={inForce === null ? 'Nothing' : visibleText(inForce)}
      hint={
        others === 0
          ? `No ${scope.value === '' ? '' : 'other '}sandbox has a scenario of its own.`
          : `${counted(others, scope.value === '' ? 'sandbox' : 'other sandbox', 'es')} with a scenario of their own`
      }
    />
  );
}

function Keys({ isInScope }: { isInScope: (key: { sandbox: string }) => boolean }) {
  const { value } = useLoaded(control.keys, [
    versions.keys.value,
    versions.clock.value,
    connection.value.state,
  ]);
  const issued = value?.keys.filter(isInScope) ?? [];
  const expired = issued.filter((key) => key.expired).length;
  return (
    <Tile
      title="Keys"
      href={hrefOf(['keys'])}
      value={issued.length === 0 ? 'None issued' : `${count(issued.length)} issued`}
      hint={expired > 0 ? `${count(expired)} expired` : 'Any dk_test_NAME is valid.'}
    />
  );
}

function BrokenRules() {
  const { exchanges = 0, brokenRules = [] } = service.value.traffic ?? {};
  return (
    <Tile
      title="Broken rules"
      href={hrefOf(['rules'])}
      value={brokenRules.length === 0 ? 'None' : count(brokenRules.length)}
      hint={`${counted(exchanges, 'exchange')} passed since the start`}
    />
  );
}
