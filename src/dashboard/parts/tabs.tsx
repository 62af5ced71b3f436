interface TabListProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly name: T; readonly title: string }[];
  readonly chosen: T;
  readonly onChoose: (tab: T) => void;
  /** The beginning of the ids of tabs; that of the panel ends in `panel`. */
  readonly id: string;
}

/** Tabs as the ARIA practices describe them: arrow keys, Home and End move, Tab leaves to the panel. */
export function TabList<T extends string>({ label, tabs, chosen, onChoose, id }: TabListProps<T>) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next) return;
    event.preventDefault();
    onChoose(next.name);
    document.getElementById(`${id}-${next.name}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map(({ name, title }) => (
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
