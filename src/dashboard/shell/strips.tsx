import { Button } from '../parts/controls.js';
import { visibleText } from '../parts/text.js';
import { connection, trouble, unread } from '../state/world.js';
import { useClock } from '../parts/hooks.js';
import { CloseIcon, WarnIcon } from './icons.js';

/** Warnings that every view shows: a lost connection, a state that could not be read, a failed action. */
export function Strips() {
  const lost = connection.value;
  const failed = unread.value;
  return (
    <>
      {lost.state === 'waiting' ? (
        <div class="strip" data-strip="lost">
          <WarnIcon />
          <span>
            <strong>Connection lost:</strong> {lost.why}. This page may be out of date;{' '}
            <Countdown until={lost.until} />.
          </span>
        </div>
      ) : null}
      {failed ? (
        <div class="strip" data-strip="unread">
          <WarnIcon />
          <span>
            <strong>Could not read the mock's state</strong>, <Countdown until={failed.until} />:{' '}
            {visibleText(failed.why)}
          </span>
        </div>
      ) : null}
      <div role="alert">
        {trouble.value === undefined ? null : (
          <div class="strip bad">
            <WarnIcon />
            <span>{visibleText(trouble.value)}</span>
            <Button kind="small" onClick={() => (trouble.value = undefined)}>
              <CloseIcon /> Dismiss
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

function Countdown({ until }: { until: number }) {
  const seconds = Math.ceil((until - useClock(500)) / 1000);
  return <>{seconds > 0 ? `again in ${seconds} s` : 'trying now'}</>;
}
