import { Button } from '../../../parts/controls.js';
import { useId, useRef, useState } from 'preact/hooks';
import { Input } from '../../../parts/fields.js';
import { useCombobox } from '../../../parts/picker/use-combobox.js';
import { route, setQuery } from '../../../routing/route.js';
import { CloseIcon } from '../../../shell/icons.js';
import { operations, sandboxes, scenarios } from '../../../state/world.js';
import { visibleText } from '../../../parts/text.js';
import { accepted, suggestionsFor } from './suggestions.js';
import { filterNames, filterTokens } from './traffic-search.js';

/** The id of the search field, which `s` focuses. */
export const searchFieldId = 'traffic-search';

/** The search with suggestions, and the filters that came with the address. */
export function SearchBox({ problems }: { problems: readonly string[] }) {
  const id = useId();
  const { query } = route.value;
  return (
    <div class="search" role="search" aria-label="Search requests">
      <SearchField text={query.text ?? ''} problemsId={problems.length > 0 ? id : undefined} />
      {filterNames.map((name) => {
        const value = query[name] ?? '';
        return value === '' ? null : (
          <Button
            key={name}
            kind="small chip"
            aria-label={`Remove ${filterTokens[name]}:${value}`}
            onClick={() => setQuery({ [name]: '' })}
          >
            <span class="mono">{visibleText(`${filterTokens[name]}:${value}`)}</span>
            <CloseIcon />
          </Button>
        );
      })}
      <p id={id} class="search-problems" role="status">
        {problems.map((problem) => (
          <span key={problem}>{visibleText(problem)}</span>
        ))}
      </p>
    </div>
  );
}

/** A combobox as the ARIA practices describe it: the list opens while a token is typed. */
function SearchField({ text, problemsId }: { text: string; problemsId: string | undefined }) {
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const all = isOpen
    ? suggestionsFor(text, {
        operations: operations.value.map(({ id }) => id),
        sandboxes: sandboxes.value.map(({ name }) => name),
        scenarios: scenarios.value.map(({ name }) => name),
        paths: operations.value.map(({ path }) => path.replace(/[{].*/, '')),
      })
    : [];
  const change = (value: string): void => {
    setQuery({ text: value });
    setActive(-1);
  };
  const accept = (index: number): void => {
    const chosen = all[index];
    if (!chosen) return;
    change(accepted(text, chosen));
    setOpen(chosen.text.endsWith(':'));
    field.current?.focus();
  };
  const values = all.map(({ text: option }) => option);
  const { active, setActive, optionId, combobox } = useCombobox(values, {
    first: -1,
    onStep: () => setOpen(true),
    onPick: accept,
    onEscape: () => {
      if (isOpen && all.length > 0) setOpen(false);
      else if (text !== '') change('');
      else field.current?.blur();
    },
  });
  return (
    <div class="search-field">
      <Input
        ref={field}
        id={searchFieldId}
        {...combobox}
        aria-label="Search"
        aria-expanded={all.length > 0}
        aria-invalid={problemsId !== undefined}
        aria-describedby={problemsId}
        placeholder="Search: status:5xx took:>100 …"
        value={text}
        onChange={(typed) => {
          setOpen(true);
          change(typed);
        }}
        onFocus={() => setOpen(text === '')}
        onBlur={() => setOpen(false)}
      />
      <ul
        id={combobox['aria-controls']}
        class="options"
        role="listbox"
        aria-label="Suggestions"
        hidden={all.length === 0}
      >
        {all.map(({ text: option, means }, index) => (
          <li
            key={option}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            // Before the field loses its focus.
            onMouseDown={(event) => {
              event.preventDefault();
              accept(index);
            }}
          >
            <span class="mono">{visibleText(option)}</span>
            <span class="hint">{visibleText(means)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
