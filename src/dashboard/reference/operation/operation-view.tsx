import { useEffect, useMemo, useState } from 'preact/hooks';
import { BodyView } from '../../parts/body/body-view.js';
import { Select } from '../../parts/fields.js';
import { StatusBadge } from '../../parts/layout.js';
import { visibleText } from '../../parts/text.js';
import { bodyOf } from '../../views/exchange/send-request.js';
import { fieldsOf, resolve, textOf, type Fields } from '../document/fields.js';
import {
  examplesOf,
  namesInContent,
  textOfExample,
  type ReferenceOperation,
} from '../document/read-document.js';
import { typeText } from '../document/schema-text.js';
import { Prose } from '../prose.js';
import { Bounds, SchemaView } from './schema-view.js';
import { TryIt, type TryOptions } from './try-it.js';

/** The field that the address asks for: it is unfolded and marked in the operation that the address names. */
const askedField = new URLSearchParams(location.search).get('field') ?? '';

interface OperationViewProps {
  readonly operation: ReferenceOperation;
  readonly options: TryOptions;
}

/** One operation; what is inside is made when it is opened, by a click or by its address. */
export function OperationView({ operation, options }: OperationViewProps) {
  const { anchor, method, path, summary, deprecated } = operation;
  const [isOpen, setOpen] = useState(location.hash === `#${anchor}`);
  useEffect(() => {
    const follow = (): void => {
      if (location.hash !== `#${anchor}`) return;
      setOpen(true);
      // The page may have been too short to scroll to it while it was closed.
      requestAnimationFrame(() => document.getElementById(anchor)?.scrollIntoView());
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [anchor]);
  return (
    <details
      class="panel failure operation"
      id={anchor}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span class="badge calm mono">{method}</span>
        <strong class="mono">{visibleText(path)}</strong>
        {deprecated ? <span class="badge warn">deprecated</span> : null}
        <span class="hint">{visibleText(summary)}</span>
      </summary>
      {isOpen ? <OperationBody operation={operation} options={options} /> : null}
    </details>
  );
}

function OperationBody({ operation, options }: OperationViewProps) {
  const { root, fields, parameters, id, anchor } = operation;
  const body = resolve(root, fields.requestBody);
  const wanted = location.hash === `#${anchor}` ? askedField : '';
  const isAbove =
    wanted !== '' &&
    (parameters.some(({ name }) => name === wanted) || namesInContent(root, body.content).has(wanted));
  return (
    <div class="operation-body">
      <div class="stack">
        <Prose text={textOf(fields.description)} />
        <p class="hint mono">{visibleText(id)}</p>
        {parameters.length > 0 ? <Parameters {...{ operation, wanted }} /> : null}
        {fields.requestBody === undefined ? null : (
          <section>
            <h3>Request body</h3>
            <Prose text={textOf(body.description)} />
            <MediaView root={root} content={body.content} label={`Request of ${id}`} wanted={wanted} />
          </section>
        )}
        <section>
          <h3>Responses</h3>
          {Object.entries(fieldsOf(fields.responses)).map(([status, response]) => (
            <ResponseView
              key={status}
              {...{ operation, status }}
              response={resolve(root, response)}
              wanted={isAbove ? '' : wanted}
            />
          ))}
        </section>
      </div>
      <section class="try">
        <h3>Try it</h3>
        <TryIt operation={operation} options={options} />
      </section>
    </div>
  );
}

function Parameters({ operation, wanted }: { operation: ReferenceOperation; wanted: string }) {
  const { root, parameters } = operation;
  return (
    <section>
      <h3>Parameters</h3>
      <ul class="schema">
        {parameters.map((parameter) => (
          <li
            key={`${textOf(parameter.in)} ${textOf(parameter.name)}`}
            data-wanted={textOf(parameter.name) === wanted ? '' : undefined}
          >
            <span class="schema-name">
              <code>{visibleText(textOf(parameter.name))}</code>
              <span class="badge">{visibleText(textOf(parameter.in))}</span>
              {parameter.required === true ? <span class="badge">required</span> : null}
            </span>{' '}
            <span class="schema-type">{visibleText(typeText(root, parameter.schema))}</span>{' '}
            <Bounds schema={resolve(root, parameter.schema)} />
            <Prose text={textOf(parameter.description)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ResponseViewProps {
  readonly operation: ReferenceOperation;
  readonly status: string;
  readonly response: Fields;
  readonly wanted: string;
}

function ResponseView({ operation: { root, id }, status, response, wanted }: ResponseViewProps) {
  const headers = Object.entries(fieldsOf(response.headers));
  const [isOpen, setOpen] = useState(
    () =>
      wanted !== '' &&
      (headers.some(([name]) => name === wanted) || namesInContent(root, response.content).has(wanted)),
  );
  return (
    <details class="response" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {/^\d{3}$/.test(status) ? (
          <StatusBadge status={Number(status)} />
        ) : (
          <span class="badge">{visibleText(status)}</span>
        )}{' '}
        {visibleText(textOf(response.description).split('\n', 1)[0] ?? '')}
      </summary>
      {isOpen ? (
        <>
          {headers.length > 0 ? (
            <ul class="schema">
              {headers.map(([name, header]) => (
                <li key={name} data-wanted={name === wanted ? '' : undefined}>
                  <code>{visibleText(name)}</code>{' '}
                  <span class="hint">{visibleText(textOf(resolve(root, header).description))}</span>
                </li>
              ))}
            </ul>
          ) : null}
          <MediaView root={root} content={response.content} label={`${status} of ${id}`} wanted={wanted} />
        </>
      ) : null}
    </details>
  );
}

interface MediaViewProps {
  readonly root: Fields;
  readonly content: unknown;
  readonly label: string;
  /** The name of a field to unfold and mark; empty for none. */
  readonly wanted: string;
}

function MediaView({ root, content, label, wanted }: MediaViewProps) {
  const types = Object.entries(fieldsOf(content));
  if (types.length === 0) return <p class="hint">No body.</p>;
  return (
    <>
      {types.map(([type, media]) => (
        <div key={type} class="media">
          <p class="hint mono">{visibleText(type)}</p>
          <SchemaView root={root} schema={fieldsOf(media).schema} wanted={wanted} />
          <ExampleView root={root} media={fieldsOf(media)} label={`${label}, ${type}`} />
        </div>
      ))}
    </>
  );
}

function ExampleView({ root, media, label }: { root: Fields; media: Fields; label: string }) {
  const examples = useMemo(() => examplesOf(root, media), [root, media]);
  const [chosen, setChosen] = useState(0);
  const example = examples[chosen];
  const body = useMemo(() => bodyOf(textOfExample(example?.value)), [example]);
  if (!example) return null;
  return (
    <div class="example">
      {examples.length > 1 ? (
        <Select
          label={`Example of ${label}`}
          value={String(chosen)}
          options={examples.map(({ name }, index) => ({ value: String(index), label: visibleText(name) }))}
          onChange={(index) => setChosen(Number(index))}
        />
      ) : null}
      <BodyView body={body} label={`Example: ${label}`} />
    </div>
  );
}
