/** Finds by a text: views and commands, scenarios, sandboxes, operations and fields of the document, and requests. */
import { useMemo, useRef } from 'preact/hooks';
import { controlBase } from '../../control/control-api.js';
import { PickerList, type PickerGroup, type PickerOption } from '../../parts/picker/picker.js';
import { visibleText } from '../../parts/text.js';
import {
  fieldNamesOf,
  type ReferenceDocument,
  type ReferenceOperation,
} from '../../reference/document/read-document.js';
import { decoded, goTo, hrefOf } from '../../routing/route.js';
import { defaultScenario, exchangeLog, sandboxes, scenarios } from '../../state/world.js';
import { useService } from '../../views/start/first-call.js';
import { localMatches, searchOf } from '../../views/traffic/search/traffic-search.js';
import { pathOf } from '../../state/exchange-log.js';
import { ownPath } from '../../views/traffic/table/traffic-row.js';
import { commands, openFinder, overlay, OverlayDialog } from './commands.js';

interface Find extends PickerOption {
  readonly title: string;
  /** Stands behind the title, and tells finds of one title apart. */
  readonly about: string;
  readonly run: () => void;
}

interface FindGroup extends PickerGroup {
  readonly options: readonly Find[];
}

/** @param keys a key that does the same */
function makeFind(title: string, run: () => void, about = '', keys?: string): Find {
  const hint = keys === undefined ? visibleText(about) : <kbd>{keys}</kbd>;
  return { value: `${title}\n${about}`, label: visibleText(title), hint, title, about, run };
}

/** One search over everything: what the page can do, what the document says, and what was requested. */
export function Finder() {
  const service = useService();
  const document = useMemo(() => service && namesIn(service), [service]);
  const shown = useRef<readonly FindGroup[]>([]);
  const close = (): void => void (overlay.value = undefined);
  const pick = (picked: string): void => {
    close();
    const finds = shown.current.flatMap(({ options }) => options);
    finds.find(({ value }) => value === picked)?.run();
  };
  return (
    <OverlayDialog label="Find">
      <PickerList
        label="Everything"
        placeholder="Find a view, scenario, operation, field, sandbox or request …"
        chosen=""
        groupsFor={(typed) => (shown.current = foundGroups(typed, document))}
        onPick={pick}
        onClose={close}
      />
    </OverlayDialog>
  );
}

/** The operations of the served document, each with the fields it has anywhere. */
interface DocumentNames {
  readonly operations: readonly ReferenceOperation[];
  /** Operations by the name of a field, with the place that it has first. */
  readonly fields: ReadonlyMap<string, readonly (readonly [operation: ReferenceOperation, place: string])[]>;
}

function namesIn({ operations }: ReferenceDocument): DocumentNames {
  const fields = new Map<string, [ReferenceOperation, string][]>();
  for (const operation of operations)
    for (const [name, place] of fieldNamesOf(operation)) {
      const known = fields.get(name);
      if (known) known.push([operation, place]);
      else fields.set(name, [[operation, place]]);
    }
  return { operations, fields };
}

const maxOfGroup = 6;
const maxCommands = 12;

function foundGroups(typed: string, document: DocumentNames | undefined): readonly FindGroup[] {
  const text = typed.trim();
  const wanted = decoded(text).toLowerCase();
  const words = wanted.split(/\s+/);
  const matches = (...parts: readonly string[]): boolean => {
    const whole = parts.join(' ').toLowerCase();
    return words.every((word) => whole.includes(word));
  };
  const doing = commands()
    .filter(({ title, words: more = '', run }) => run !== openFinder && matches(title, more))
    .map(({ title, keys, run }) => makeFind(title, run, '', keys));
  if (text === '') return [{ title: 'Views and commands', options: doing.slice(0, maxCommands) }];
  const operations = document?.operations ?? [];
  const groups: readonly FindGroup[] = [
    { title: 'Views and commands', options: doing },
    {
      title: 'Scenarios',
      options: scenarios.value
        .filter(({ name, title }) => matches(name, title))
        .map(({ name, title }) => {
          const about = name === defaultScenario.value ? `${title}, in force for everyone` : title;
          return makeFind(name, () => goTo(hrefOf(['scenarios'], { text: name })), about);
        }),
    },
    {
      title: 'Operations',
      options: operations
        .filter(({ id, method, path, summary }) => matches(id, `${method} ${path}`, summary))
        .map((one) => makeFind(one.id, () => openReference(one), `${one.method} ${one.path}`)),
    },
    { title: 'Fields', options: fieldFinds(words, document) },
    {
      title: 'Sandboxes',
      options: sandboxes.value
        .filter(({ name }) => matches(name))
        .map(({ name }) =>
          makeFind(`Traffic of ${name}`, () => goTo(hrefOf(['traffic'], { sandbox: name }))),
        ),
    },
    { title: 'Requests', options: requestFinds(text) },
  ];
  return groups.map(({ title, options }) => ({
    title,
    options: [...options].sort((a, b) => rank(a, wanted) - rank(b, wanted)).slice(0, maxOfGroup),
  }));
}

/** Matches that begin with the text come first, and headers after fields of bodies; the rest stays in its order. */
function rank({ title, about }: Find, wanted: string): number {
  const name = title.toLowerCase();
  return (
    (name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2) + (about.startsWith('response header') ? 3 : 0)
  );
}

function fieldFinds(words: readonly string[], document: DocumentNames | undefined): readonly Find[] {
  const found = [...(document?.fields ?? [])].filter(([name]) =>
    words.every((word) => name.toLowerCase().includes(word)),
  );
  const maxPlaces = found.length === 1 ? maxOfGroup - 1 : 1;
  return found.flatMap(([name, places]) => {
    const some = places
      .slice(0, maxPlaces)
      .map(([one, place]) => makeFind(name, () => openReference(one, name), `${place} of ${one.id}`));
    const openAll = (): void => location.assign(`${controlBase}docs?find=${encodeURIComponent(name)}`);
    const all = makeFind(name, openAll, `all ${places.length} operations`);
    return places.length > maxPlaces ? [...some, all] : some;
  });
}

function openReference({ anchor }: ReferenceOperation, field = ''): void {
  const query = field === '' ? '' : `?field=${encodeURIComponent(field)}`;
  location.assign(`${controlBase}docs${query}#${anchor}`);
}

function requestFinds(text: string): readonly Find[] {
  const [, sandbox, id] = /^([\w.-]+)\/(\d+)$/.exec(text) ?? [];
  const numbered =
    sandbox === undefined || id === undefined
      ? []
      : [makeFind(`Request ${id} of ${sandbox}`, () => goTo(hrefOf(['traffic', sandbox, id])))];
  const listed = localMatches(exchangeLog.entries.value, searchOf({ text })).rows.slice(0, maxOfGroup - 2);
  return [
    ...numbered,
    makeFind(`Search the traffic for “${text}”`, () => goTo(hrefOf(['traffic'], { text }))),
    ...listed.map((entry) => {
      const title = `${entry.method} ${ownPath(entry)}${entry.query === '' ? '' : `?${entry.query}`}`;
      const about = `${entry.headBytes > 0 ? `${entry.status}, ` : ''}request ${entry.id} of ${entry.sandbox}`;
      return makeFind(title, () => goTo(hrefOf(pathOf(entry), { text })), about);
    }),
  ];
}
