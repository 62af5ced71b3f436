interface TabListProps<T extends string> {
  readonly label: string;
  /** Tabs by name, with their titles. */
  readonly tabs: readonly (readonly [name: T, title: string])[];
  readonly chosen: T;
  readonly onChoose: (tab: T) => void;
  /** The beginning of the ids of tabs; that of the panel ends in `panel`. */
  readonly id: string;
}

/** Tabs as the ARIA practices describe them: arrow keys, Home and End move, Tab leaves to the panel. */
export function TabList<T extends string>({ label, tabs, chosen, onChoose, id }: TabListProps<T>) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(([name]) => name === chosen);
    const targets: Readonly<Record<string, number>> = {
      ...{ ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 },
    };
    const to = targets[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next) return;
    event.preventDefault();
    onChoose(next[0]);
    document.getElementById(`${id}-${next[0]}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map(([name, title]) => (
        <button
          key={name}
          id={`${id}-${name}`}
          type="button"
          role="tab"
          aria-selected={name === chosen}
          aria-controls={`${id}-panel`}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
