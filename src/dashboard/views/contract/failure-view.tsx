import type { ComponentChildren } from 'preact';
import { CodeBlock } from '../../parts/code-block.js';
import { CopyButton } from '../../parts/copy-button.js';
import { counted } from '../../parts/format.js';
import { visibleText } from '../../parts/visible-text.js';
import type { SuiteFailure } from './suite-report.js';

/** One broken rule: what it says, what was sent, what came, and where the specification says so. */
export function FailureView({ failure, isOpen }: { failure: SuiteFailure; isOpen: boolean }) {
  const { rule, verdict, operation, flaky, expectedFailure } = failure;
  const tone = verdict === 'FAIL' && !expectedFailure ? 'bad' : 'warn';
  return (
    <details class="panel failure" open={isOpen}>
      <summary>
        <span class={`badge ${tone}`}>{visibleText(verdict)}</span>
        {flaky ? <span class="badge warn">flaky</span> : null}
        {expectedFailure ? <span class="badge">expected</span> : null}
        <strong>{visibleText(rule.title)}</strong>
        <span class="hint mono">{visibleText(rule.id)}</span>
        <span class="hint">{visibleText(operation ?? '')}</span>
      </summary>
      <dl class="failure-facts">
        <Fact name="Specification">
          {visibleText(rule.section)}: “{visibleText(rule.sentence)}”{' '}
          <span class="badge">{visibleText(rule.level)}</span>
        </Fact>
        <Fact name="Sent">
          {visibleText(failure.title)} <span class="hint">({counted(failure.cases.length, 'case')})</span>
          <CodeBlock text={failure.sent.curl} label="Request as curl" wrap />
          <CopyButton text={failure.sent.curl} label="Copy as curl" />
        </Fact>
        {failure.problems.length > 0 ? (
          <Fact name="Problems">{lines(failure.problems.slice(0, 5))}</Fact>
        ) : null}
        <Fact name="Expected">{lines(failure.expected)}</Fact>
        <Fact name="Got">
          <strong>{visibleText(failure.actual)}</strong>
          {failure.pointer === null ? null : (
            <div class="hint">
              at <code>{visibleText(failure.pointer === '' ? 'the body itself' : failure.pointer)}</code>
            </div>
          )}
        </Fact>
        <Fact name="Answer">
          <AnswerText failure={failure} />
        </Fact>
        {failure.document ? (
          <Fact name="Document">
            <code>{visibleText(`${failure.document.file}:${failure.document.line}`)}</code>{' '}
            <span class="hint mono">{visibleText(failure.document.pointer)}</span>
          </Fact>
        ) : null}
        {expectedFailure ? <Fact name="Accepted">{visibleText(expectedFailure.reason)}</Fact> : null}
      </dl>
    </details>
  );
}

function AnswerText({ failure: { answer, noAnswer } }: { failure: SuiteFailure }) {
  if (!answer) return <>{visibleText(noAnswer ?? 'none')}</>;
  const headers = answer.headers.map((pair) => pair.join(': ')).join('\n');
  return <CodeBlock text={`HTTP ${answer.status}\n${headers}\n\n${answer.body}`} label="Answer" wrap />;
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function lines(texts: readonly string[]) {
  return texts.map((text, index) => <div key={index}>{visibleText(text)}</div>);
}
