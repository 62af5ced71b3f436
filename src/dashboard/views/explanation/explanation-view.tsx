import { useMemo, useState } from 'preact/hooks';
import { money, visibleText } from '../../parts/text.js';
import { Table, Panel, Numbers } from '../../parts/layout.js';
import {
  type ChargeExplanation,
  type ChargeLine,
  chargeLines,
  chargeParts,
  partCents,
  taxLines,
  weightSentence,
  areCharges,
} from './charge-lines.js';
import { BodyView } from '../../parts/body/body-view.js';

/** The charges of all rates as bars on one scale, and one of them line by line. */
function ChargesView({ charges: unsorted }: { charges: readonly ChargeExplanation[] }) {
  const [chosen, setChosen] = useState(0);
  const charges = useMemo(() => [...unsorted].sort((a, b) => a.totalCents - b.totalCents), [unsorted]);
  const charge = charges[chosen] ?? charges[0];
  const maxCents = Math.max(1, ...charges.map(({ totalCents }) => totalCents));
  if (!charge) return null;
  return (
    <Panel title="Explanation of the charges" head={<Legend />}>
      <div class="bars" role="group" aria-label="Couriers">
        {charges.map((one, index) => (
          <button
            key={one.rateId}
            type="button"
            class="bar-row"
            aria-pressed={index === chosen}
            onClick={() => setChosen(index)}
          >
            <span class="bar-name">{visibleText(one.courierName)}</span>
            <Bar charge={one} maxCents={maxCents} />
            <span class="num">{money(one.totalCents)}</span>
          </button>
        ))}
      </div>
      <ChargeTable charge={charge} />
    </Panel>
  );
}

const colours = ['var(--bar-1)', 'var(--bar-3)', 'var(--bar-2)', 'var(--bar-4)'] as const;

function Legend() {
  return (
    <ul class="legend" aria-hidden="true">
      {chargeParts.map((part, index) => (
        <li key={part}>
          <i style={{ background: colours[index] }} />
          {part}
        </li>
      ))}
    </ul>
  );
}

function Bar({ charge, maxCents }: { charge: ChargeExplanation; maxCents: number }) {
  return (
    <span class="bar" aria-hidden="true">
      {partCents(charge).map((cents, index) =>
        cents > 0 ? (
          <i key={index} style={{ background: colours[index], width: `${(cents / maxCents) * 100}%` }} />
        ) : null,
      )}
    </span>
  );
}

function ChargeTable({ charge }: { charge: ChargeExplanation }) {
  const taxes = taxLines(charge);
  return (
    <div class="charge" aria-live="polite">
      <p class="hint">
        <strong>{visibleText(charge.courierName)}</strong>, tariff of {visibleText(charge.tariffDate)}. Zone{' '}
        {visibleText(charge.zone.name)}: {visibleText(charge.zone.reason)} {weightSentence(charge)}
      </p>
      <Boxes charge={charge} />
      <Bill title="Charge" lines={chargeLines(charge)} />
      {taxes.length > 0 ? <Bill title="Import tax" lines={taxes} /> : null}
      <p class="hint">
        {visibleText(charge.importTax.text)}
        {charge.customsValueCents === null ? '' : ` Customs value ${money(charge.customsValueCents)}.`}
      </p>
    </div>
  );
}

function Bill({ title, lines }: { title: string; lines: readonly ChargeLine[] }) {
  return (
    <Table label={title} caption={title}>
      {lines.map(({ name, why, cents, isSum }) => (
        <tr key={name} class={isSum ? 'sum' : undefined}>
          <th scope="row">{visibleText(name)}</th>
          <td class="hint">{visibleText(why)}</td>
          <td class="num">{money(cents)}</td>
        </tr>
      ))}
    </Table>
  );
}

function Boxes({ charge }: { charge: ChargeExplanation }) {
  const few = charge.boxes.slice(0, 20);
  return (
    <>
      <Table
        label="Boxes"
        caption={`Weight in ${charge.weightUnit}`}
        heads={['Box']}
        numbers={['Actual', 'Dimensional', 'Billable']}
      >
        {few.map(({ actual, dimensional, billable }, index) => (
          <tr key={index}>
            <th scope="row">{index + 1}</th>
            <Numbers values={[actual, dimensional, `${billable} ${charge.weightUnit}`]} />
          </tr>
        ))}
      </Table>
      {charge.boxes.length > few.length ? (
        <p class="hint panel-body">and {charge.boxes.length - few.length} more boxes</p>
      ) : null}
    </>
  );
}

/** The service's explanation of its response: rates as bills, anything else as JSON. */
export function ExplanationView({ explanation }: { explanation: unknown }) {
  if (areCharges(explanation)) return <ChargesView charges={explanation} />;
  const text = JSON.stringify(explanation);
  const body = { size: text.length, truncated: false, json: explanation };
  return (
    <Panel title="Explanation">
      <BodyView body={body} label="Explanation" />
    </Panel>
  );
}
