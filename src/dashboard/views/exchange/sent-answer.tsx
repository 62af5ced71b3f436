import type { ComponentChildren } from 'preact';
import { StatusBadge } from '../../parts/badges.js';
import { BodyView } from '../../parts/body/body-view.js';
import { duration } from '../../parts/format.js';
import { bodyOf, type SentAnswer } from './send-request.js';

export function SentAnswerView({
  answer,
  label,
  children,
}: {
  answer: SentAnswer;
  label: string;
  children?: ComponentChildren;
}) {
  if ('failure' in answer) return <p class="panel-body note bad">{answer.failure}</p>;
  return (
    <>
      <div class="panel-head">
        <span class="acts">
          <StatusBadge status={answer.status} /> <span class="hint">{duration(answer.milliseconds)}</span>
        </span>
        {children}
      </div>
      <BodyView body={bodyOf(answer.text)} label={label} />
    </>
  );
}
