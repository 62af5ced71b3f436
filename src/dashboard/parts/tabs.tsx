import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly string[];
  readonly chosen: string;
  readonly onChoose: (tab: string) => void;
  /** Controls beside the tabs. */
  readonly beside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Tabs as the ARIA practices describe them: arrow keys move, Tab leaves to what is shown. */
export function Tabs({ label, tabs, chosen, onChoose, beside, children }: TabsProps) {
  const id = useId();
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const next = tabs[(tabs.indexOf(chosen) + step + tabs.length) % tabs.length] ?? chosen;
    onChoose(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <>
      <div class="tabs-line">
        <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
          {tabs.map((tab) => (
            <button
              key={tab}
              id={`${id}-${tab}`}
              type="button"
              role="tab"
              aria-selected={tab === chosen}
              aria-controls={`${id}-panel`}
              tabIndex={tab === chosen ? 0 : -1}
              onClick={() => onChoose(tab)}
            >
              {tab}
            </button>
          ))}
        </div>
        {beside}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
