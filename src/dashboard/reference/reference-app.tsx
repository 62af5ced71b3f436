import { useEffect, useRef, useState } from 'preact/hooks';
import { getOrMake } from '../../contract/get-or-make.js';
import { Choice, TextField } from '../parts/fields.js';
import { counted, visibleText } from '../parts/text.js';
import { BackIcon } from '../shell/icons.js';
import { ThemeSwitch } from '../shell/theme.js';
import { decoded } from '../routing/route.js';
import {
  fieldNamesOf,
  type OperationGroup,
  type ReferenceDocument,
  type ReferenceOperation,
} from './document/read-document.js';
import { OperationView } from './operation/operation-view.js';
import { Prose } from './prose.js';

const findFieldId = 'find-operation';

export function ReferenceApp(props: { settings: ReferenceSettings; shown: ReferenceDocument }) {
  const { settings, shown } = props;
  const [text, setText] = useState(() => new URLSearchParams(location.search).get('find') ?? '');
  const [key, setKey] = useState(settings.key ?? '');
  const [server, setServer] = useState(settings.servers[0]?.url ?? '/');
  const groups = filtered(shown.groups, text);
  const current = useCurrentOperation(text);
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const chosen = document.getElementById(location.hash.slice(1));
    const field = chosen?.querySelector('[data-wanted]');
    if (field) field.scrollIntoView({ block: 'center' });
    else chosen?.scrollIntoView();
    const onKey = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
      const isFind = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      if (!isFind && (isTyping || event.key !== '/')) return;
      event.preventDefault();
      document.getElementById(findFieldId)?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <div class="shell">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="side">
        <a class="btn plain back-home" href={settings.home}>
          <BackIcon /> Drydock
        </a>
        <Pages pages={settings.pages} />
        <nav class="nav operations" aria-label="Operations" tabIndex={0} ref={list}>
          {groups.map(({ name, operations }) => (
            <div key={name}>
              <h2>{visibleText(name)}</h2>
              <ul>
                {operations.map(({ anchor, method, path }) => (
                  <li key={anchor}>
                    <a href={`#${anchor}`} aria-current={anchor === current ? 'location' : undefined}>
                      <span class="method">{method}</span> {visibleText(path)}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div class="side-foot">
          <ThemeSwitch />
        </div>
      </header>
      <main class="main" id="main" tabIndex={-1}>
        <div class="view reference">
          <Head shown={shown} documentUrl={settings.documentUrl} />
          <div class="form-grid try-options">
            {settings.servers.length > 1 ? (
              <Choice
                label="Server"
                value={server}
                options={settings.servers.map(({ url, description }) => ({
                  value: url,
                  label: visibleText(description === undefined ? url : `${url} (${description})`),
                }))}
                onChange={setServer}
              />
            ) : null}
            <TextField
              label="Key to try operations with"
              mono
              autoComplete="off"
              value={key}
              onChange={setKey}
            />
            <TextField
              id={findFieldId}
              label="Find an operation, or a field of one"
              type="search"
              value={text}
              onChange={setText}
            />
          </div>
          {groups.map(({ name, description, operations }) => (
            <section key={name} class="stack" aria-label={name}>
              <h2>{visibleText(name)}</h2>
              <Prose text={description} />
              {operations.map((operation) => (
                <OperationView
                  key={operation.anchor}
                  operation={operation}
                  options={{ server, key, takesScenario: settings.key !== undefined }}
                />
              ))}
            </section>
          ))}
          {groups.length === 0 ? <p class="hint">No operation matches.</p> : null}
        </div>
      </main>
    </div>
  );
}

function Head({ shown, documentUrl }: { shown: ReferenceDocument; documentUrl: string }) {
  const { title, version, summary, description, groups, root } = shown;
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  return (
    <div class="stack">
      <h1>{visibleText(title)}</h1>
      <p class="hint">
        {version === '' ? '' : `Version ${visibleText(version)}, `}
        {counted(count, 'operation')}, OpenAPI{' '}
        {visibleText(typeof root.openapi === 'string' ? root.openapi : '')};{' '}
        <a href={documentUrl}>the document as JSON</a>
      </p>
      {summary === '' ? null : <p>{visibleText(summary)}</p>}
      <Prose text={description} />
    </div>
  );
}

function Pages({ pages }: { pages: ReferenceSettings['pages'] }) {
  if (pages.length === 0) return null;
  return (
    <nav class="nav" aria-label="References">
      <ul>
        {pages.map(({ title, href, current }) => (
          <li key={href}>
            <a href={href} aria-current={current ? 'page' : undefined}>
              {visibleText(title)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Pixels of an operation at the top of the screen that don't make it current. */
const sliver = 24;

/**
 * The anchor of the first operation in sight.
 *
 * @param about changes with the operations that are listed
 */
function useCurrentOperation(about: string): string {
  const [current, setCurrent] = useState('');
  useEffect(() => {
    const operations = [...document.querySelectorAll('.operation')];
    const follow = (): void => {
      const first = operations.find((one) => one.getBoundingClientRect().bottom > sliver);
      setCurrent(first?.id ?? '');
    };
    const observer = new IntersectionObserver(follow, { rootMargin: `-${sliver}px 0px 0px` });
    for (const operation of operations) observer.observe(operation);
    return () => observer.disconnect();
  }, [about]);
  return current;
}

const fieldNames = new WeakMap<ReferenceOperation, string>();

/** The names of an operation's fields as one text, made when they are looked for first. */
function namesOf(operation: ReferenceOperation): string {
  return getOrMake(fieldNames, operation, () => [...fieldNamesOf(operation).keys()].join(' ').toLowerCase());
}

function filtered(groups: readonly OperationGroup[], text: string): readonly OperationGroup[] {
  const words = decoded(text.trim()).toLowerCase().split(/\s+/);
  if (text.trim() === '') return groups;
  return groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter((operation) => {
        const { method, path, summary, id } = operation;
        const own = `${method} ${path} ${summary} ${id}`.toLowerCase();
        return words.every((word) => own.includes(word) || namesOf(operation).includes(word));
      }),
    }))
    .filter(({ operations }) => operations.length > 0);
}

/** Settings that the server writes into the reference: the document to show, and the servers to try it on. */
interface ReferenceSettings {
  /** Relative to the reference, as all addresses here. */
  readonly documentUrl: string;
  readonly home: string;
  /** Servers to try operations on; absolute URLs, or paths on this host. */
  readonly servers: readonly { readonly url: string; readonly description?: string }[];
  /** The key that trying begins with; undefined where the reader must bring one. */
  readonly key?: string;
  /** The references to switch between; empty where there is only one. */
  readonly pages: readonly { readonly title: string; readonly href: string; readonly current: boolean }[];
}

export function readSettings(): ReferenceSettings {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=drydock-reference]');
  return JSON.parse(meta?.content ?? '{}') as ReferenceSettings;
}
