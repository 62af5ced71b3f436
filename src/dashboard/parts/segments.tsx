interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}

/** A choice of a few values, all visible. */
export function Segments<T extends string>({ label, options, chosen, onChoose }: SegmentsProps<T>) {
  return (
    <div class="seg" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === chosen}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
