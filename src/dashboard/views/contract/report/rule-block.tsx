import { counted, visibleText } from '../../../parts/text.js';
import type { BrokenRule } from './broken-rules.js';
import type { SuiteAnswer, SuiteRule, SuiteFailure } from './suite-report.js';
import { Fragment } from 'preact';
import { useMemo } from 'preact/hooks';
import { bodyOf } from '../../exchange/send-request.js';
import type { PlacedProblem } from '../../../parts/body/body-lines.js';
import { BodyView } from '../../../parts/body/body-view.js';
import { CodeBlock } from '../../../parts/code/code-tabs.js';
import { Fact } from '../../../parts/layout.js';
import { CopyButton } from '../../../parts/controls.js';

function blockId(rule: string): string {
  return `rule-${rule.replace(/[^\w-]/g, '-')}`;
}

export function VerdictBadge({ verdict, expected = false }: { verdict: string; expected?: boolean }) {
  return (
    <span class={`badge ${verdict === 'FAIL' && !expected ? 'bad' : 'warn'}`}>{visibleText(verdict)}</span>
  );
}

export function RuleLink({ rule: { id, title } }: { rule: SuiteRule }) {
  return (
    <button type="button" class="link" onClick={() => showBlock(id)}>
      {visibleText(title)}
    </button>
  );
}

/** One broken rule: what it says, and everything that shows it. */
export function RuleBlock({ broken, isOpen }: { broken: BrokenRule; isOpen: boolean }) {
  const { rule, verdict, expected, causes, alsoBy, cases } = broken;
  return (
    <details class="panel failure" id={blockId(rule.id)} open={isOpen}>
      <summary>
        <VerdictBadge verdict={verdict} expected={expected} />
        {causes.some(({ flaky }) => flaky) ? <span class="badge warn">flaky</span> : null}
        {expected ? <span class="badge">expected</span> : null}
        <strong>{visibleText(rule.title)}</strong>
        <span class="hint mono">{visibleText(rule.id)}</span>
        <span class="hint">{counted(cases, 'case')}</span>
      </summary>
      <p class="rule-says">
        {visibleText(rule.section)}: “{visibleText(rule.sentence)}”{' '}
        <span class="badge">{visibleText(rule.level)}</span>
      </p>
      {causes.map((failure, index) => (
        <FailureView key={index} failure={failure} />
      ))}
      {alsoBy.map((failure, index) => (
        <p key={index} class="rule-says">
          Also broken by what breaks <RuleLink rule={failure.rule} />:{' '}
          {visibleText(failure.alsoBroken.find((one) => one.rule.id === rule.id)?.actual ?? '')}
        </p>
      ))}
    </details>
  );
}

function showBlock(rule: string): void {
  const block = document.getElementById(blockId(rule));
  if (!(block instanceof HTMLDetailsElement)) return;
  block.open = true;
  block.scrollIntoView({ block: 'start' });
  block.querySelector('summary')?.focus({ preventScroll: true });
}

/** One cause of a broken rule: what was sent, what came, and where the document says so. */
function FailureView({ failure }: { failure: SuiteFailure }) {
  return (
    <dl class="failure-facts">
      {failure.before?.map((earlier, index) => (
        <Fragment key={index}>
          <SentFact name="Sent first" exchange={earlier} note={` that is sent first, ${index + 1}`} />
          <Fact name="Response to it">
            <AnswerView answer={earlier.answer} note={` to what is sent first, ${index + 1}`} />
          </Fact>
        </Fragment>
      ))}
      <SentFact name="Sent" exchange={failure} />
      <Fact name="Problems">{lines(failure.problems.slice(0, 5))}</Fact>
      <Fact name="Expected">{lines(failure.expected) ?? ''}</Fact>
      <Fact name="Received">
        <strong>{visibleText(failure.actual)}</strong>
        {failure.pointer === null ? null : (
          <div class="hint">
            at <code>{visibleText(failure.pointer === '' ? 'the body itself' : failure.pointer)}</code>
          </div>
        )}
      </Fact>
      <Fact name="Response">
        {failure.answer ? (
          <AnswerView answer={failure.answer} problems={problemsOf(failure)} />
        ) : (
          visibleText(failure.noAnswer ?? 'none')
        )}
      </Fact>
      <Fact name="Seen">
        <Occurrences failure={failure} />
      </Fact>
      <Fact name="Also broken">
        {lines(failure.alsoBroken.map(({ rule, actual }) => `${rule.title} (${rule.id}): ${actual}`))}
      </Fact>
      {failure.document ? (
        <Fact name="Document">
          <code>{visibleText(`${failure.document.file}:${failure.document.line}`)}</code>{' '}
          <span class="hint mono">{visibleText(failure.document.pointer)}</span>
        </Fact>
      ) : null}
      <Fact name="Accepted">{failure.expectedFailure && visibleText(failure.expectedFailure.reason)}</Fact>
    </dl>
  );
}

interface SentFactProps {
  readonly name: string;
  readonly exchange: Pick<SuiteFailure, 'title' | 'sent'>;
  /** Tells one request of a failure from another. */
  readonly note?: string;
}

function SentFact({ name, exchange, note = '' }: SentFactProps) {
  const curl = runnableCurl(exchange.sent.curl);
  return (
    <Fact name={name}>
      {visibleText(exchange.title)}
      <CodeBlock text={curl} label={`Request as curl${note}`} wrap />
      <CopyButton text={curl} label="Copy as curl" />
    </Fact>
  );
}

function problemsOf({ pointer, actual }: SuiteFailure): readonly PlacedProblem[] {
  return pointer === null ? [] : [{ pointer, text: actual }];
}

interface AnswerViewProps {
  readonly answer: SuiteAnswer;
  readonly problems?: readonly PlacedProblem[];
  /** Tells one answer of a failure from another. */
  readonly note?: string;
}

/** The answer with its JSON set out in lines, and the wrong places marked. */
function AnswerView({ answer, problems = [], note = '' }: AnswerViewProps) {
  const body = useMemo(() => bodyOf(answer.body), [answer]);
  const head = [`HTTP ${answer.status}`, ...answer.headers.map((pair) => pair.join(': '))].join('\n');
  return (
    <div class="answer">
      <CodeBlock text={head} label={`Status and headers${note}`} wrap />
      <BodyView body={body} label={`Answer${note}`} problems={'json' in body ? problems : []} />
    </div>
  );
}

function Occurrences({ failure: { seen, cases } }: { failure: SuiteFailure }) {
  const where = [
    seen.operations.length > 0 ? `on ${seen.operations.join(', ')}` : '',
    seen.outside ? 'outside every operation' : '',
    seen.statuses.length > 0 ? `with status ${seen.statuses.join(', ')}` : '',
  ].filter((part) => part !== '');
  return (
    <details>
      <summary>
        {counted(seen.cases, 'case')}
        {where.length > 0 ? `, ${visibleText(where.join(', '))}` : ''}
      </summary>
      <ul class="cases mono">
        {cases.map((one) => (
          <li key={one}>{visibleText(one)}</li>
        ))}
      </ul>
      {seen.cases > cases.length ? <p class="hint">and {seen.cases - cases.length} more</p> : null}
    </details>
  );
}

/** @returns undefined for no text */
function lines(texts: readonly string[]) {
  if (texts.length === 0) return undefined;
  return texts.map((text, index) => <div key={index}>{visibleText(text)}</div>);
}

/**
 * A report's curl command, made to run: where it has only the beginning of a key, the key comes from a variable, in double
 * quotes so that the shell puts it in.
 */
function runnableCurl(curl: string): string {
  return curl.replace(
    /'([\w-]+: )((?:Bearer |Basic )?)[^'\s]*(?:\*\*\*|…)'/g,
    (_, name: string, scheme: string) => `"${name}${scheme}$DRYDOCK_KEY"`,
  );
}
