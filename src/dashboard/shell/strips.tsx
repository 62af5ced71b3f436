import { Button } from '../parts/controls.js';
import { visibleText } from '../parts/text.js';
import { connection, trouble, unread } from '../state/world.js';
import { useClock } from '../parts/hooks.js';
import { CloseIcon, WarnIcon } from './icons.js';

/** Warnings that every view shows: a lost connection, a state that could not be read, a failed action. */
export function Strips() {
  return (
    <>
      <LostStrip />
      <UnreadStrip />
      <TroubleStrip />
    </>
  );
}

function LostStrip() {
  const now = connection.value;
  if (now.state !== 'waiting') return null;
  return (
    <div class="strip" data-strip="lost">
      <WarnIcon />
      <span>
        <strong>Connection lost:</strong> {now.why}. This page may be out of date;{' '}
        <Countdown until={now.until} />.
      </span>
    </div>
  );
}

function UnreadStrip() {
  const now = unread.value;
  if (now === undefined) return null;
  return (
    <div class="strip" data-strip="unread">
      <WarnIcon />
      <span>
        <strong>Could not read the mock's state</strong>, <Countdown until={now.until} />:{' '}
        {visibleText(now.why)}
      </span>
    </div>
  );
}

function TroubleStrip() {
  const said = trouble.value;
  return (
    <div role="alert">
      {said === undefined ? null : (
        <div class="strip bad">
          <WarnIcon />
          <span>{visibleText(said)}</span>
          <Button kind="small" onClick={() => (trouble.value = undefined)}>
            <CloseIcon /> Dismiss
          </Button>
        </div>
      )}
    </div>
  );
}

function Countdown({ until }: { until: number }) {
  const seconds = Math.ceil((until - useClock(500)) / 1000);
  return <>{seconds > 0 ? `again in ${seconds} s` : 'trying now'}</>;
}
