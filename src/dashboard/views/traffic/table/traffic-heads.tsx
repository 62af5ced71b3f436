import { Separator } from '../../../parts/separator.js';
import { chooseColumns, columnChoice, growingSide, widthLimits, type Column } from './columns.js';

/** The heads of the columns, with a border at each that changes its width. */
export function TrafficHeads({ shown }: { shown: readonly Column[] }) {
  return (
    <div role="rowgroup" class="rows-head">
      <div role="row" aria-rowindex={1} class="row">
        {shown.map(({ name, title, width }) => (
          <span key={name} role="columnheader" aria-label={title} class={`c-${name}`}>
            {title}
            {name === 'request' ? null : (
              <Separator
                label={`Width of ${title}`}
                value={width}
                {...widthLimits}
                step={8}
                perPixel={() => growingSide(shown, name)}
                onChange={(to) => chooseColumns({ widths: { ...columnChoice.value.widths, [name]: to } })}
              />
            )}
          </span>
        ))}
      </div>
    </div>
  );
}
