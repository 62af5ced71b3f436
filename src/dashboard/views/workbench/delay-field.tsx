interface DelayFieldProps {
  /** 0 for none. */
  readonly ms: number;
  readonly disabled: boolean;
  readonly onChange: (ms: number) => void;
}

/** The longest delay that a scenario may have, in milliseconds. */
const longest = 600_000;

/** A delay of every response, beside what the scenario does; it applies when the field is left or Enter is pressed. */
export function DelayField({ ms, disabled, onChange }: DelayFieldProps) {
  return (
    <label
      class="bar-delay"
      title={disabled ? 'The delay of a scenario that is tried is set in the builder.' : ''}
    >
      <span>Delay</span>
      <input
        class="input num"
        type="number"
        min={0}
        max={longest}
        step={100}
        disabled={disabled}
        value={ms}
        onChange={(event) => {
          const typed = Math.round(event.currentTarget.valueAsNumber);
          onChange(Number.isNaN(typed) ? 0 : Math.min(longest, Math.max(0, typed)));
        }}
      />
      <span>ms</span>
    </label>
  );
}
