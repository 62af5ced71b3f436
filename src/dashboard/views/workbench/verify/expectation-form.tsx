import { useState } from 'preact/hooks';
import { operations } from '../../../state/world.js';
import { Button } from '../../../parts/controls.js';
import { Check, Select, optionsOf } from '../../../parts/fields.js';
import { CloseIcon } from '../../../shell/icons.js';
import type { Expectation, ExpectedRow } from './expectation.js';

const statuses = optionsOf(['200', '201', '400', '401', '403', '404', '429', '500', '503']);

export function ExpectationForm(props: { expectation: Expectation; onChange: (next: Expectation) => void }) {
  const { expectation, onChange } = props;
  const { rows, inOrder, backoff } = expectation;
  const change = (part: Partial<Expectation>): void => onChange({ ...expectation, ...part });
  return (
    <>
      <ol class="stack expected">
        {rows.map((row, index) => (
          <Row
            key={index}
            row={row}
            number={index + 1}
            onChange={(part) => change({ rows: rows.with(index, { ...row, ...part }) })}
            onRemove={() => change({ rows: rows.toSpliced(index, 1) })}
          />
        ))}
      </ol>
      <div class="acts">
        <Button
          kind="small"
          onClick={() => change({ rows: [...rows, { times: 1, status: 200, operation: '' }] })}
        >
          Add a request
        </Button>
        <span class="checks">
          <Check label="in this order" value={inOrder} onChange={(value) => change({ inOrder: value })} />
          <Check label="back-off kept" value={backoff} onChange={(value) => change({ backoff: value })} />
        </span>
      </div>
    </>
  );
}

interface RowProps {
  readonly row: ExpectedRow;
  readonly number: number;
  readonly onChange: (part: Partial<ExpectedRow>) => void;
  readonly onRemove: () => void;
}

function Row({ row, number, onChange, onRemove }: RowProps) {
  /** Typed, and no number yet. */
  const [typed, setTyped] = useState<string>();
  return (
    <li class="expected-row">
      <input
        class="input num"
        type="number"
        min={0}
        max={1000}
        aria-label={`Times, request ${number}`}
        value={typed ?? row.times}
        onInput={({ currentTarget: { value, valueAsNumber: times } }) => {
          const isNumber = Number.isInteger(times) && times >= 0;
          setTyped(isNumber ? undefined : value);
          if (isNumber) onChange({ times });
        }}
        onBlur={() => setTyped(undefined)}
      />
      <span aria-hidden="true">×</span>
      <Select
        label={`Status, request ${number}`}
        value={String(row.status)}
        options={[{ value: '0', label: 'any status' }, ...statuses]}
        onChange={(status) => onChange({ status: Number(status) })}
      />
      <Select
        label={`Operation, request ${number}`}
        value={row.operation}
        options={[{ value: '', label: 'any operation' }, ...optionsOf(operations.value.map(({ id }) => id))]}
        onChange={(operation) => onChange({ operation })}
      />
      <Button kind="plain" aria-label={`Remove request ${number}`} onClick={onRemove}>
        <CloseIcon />
      </Button>
    </li>
  );
}
