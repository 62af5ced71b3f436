import type { Exchange } from '../../../control/control-types.js';
import { counted, visibleText } from '../../../parts/text.js';

/** The problems of a request; each leads to its place in the body below. */
export function ProblemList({ problems }: { problems: Exchange['problems'] }) {
  const few = problems.slice(0, 50);
  return (
    <section class="note bad problems" aria-label="Problems">
      <h3>
        {problems.length === 1
          ? 'One problem, marked below'
          : `${counted(problems.length, 'problem')}, each marked below`}
      </h3>
      <ul>
        {few.map(({ pointer, text }, index) => (
          <li key={index}>
            {visibleText(text)}{' '}
            {pointer === '' ? null : (
              <button
                type="button"
                class="link mono"
                title="Show its place"
                onClick={() => showPlace(pointer)}
              >
                {visibleText(pointer)}
              </button>
            )}
          </li>
        ))}
      </ul>
      {problems.length > few.length ? <p>and {problems.length - few.length} more</p> : null}
    </section>
  );
}

/** Scrolls to a problem's line and focuses its body, from where arrow keys scroll on. */
function showPlace(pointer: string): void {
  const said = document.querySelector(`.exchange .said[data-pointer="${CSS.escape(pointer)}"]`);
  said?.scrollIntoView({ block: 'center' });
  said?.closest<HTMLElement>('[role=region]')?.focus({ preventScroll: true });
}
