import type { ComponentChildren } from 'preact';

interface TableProps {
  readonly label: string;
  readonly caption?: ComponentChildren;
  readonly heads?: readonly string[];
  /** Heads of the columns with numbers, behind the others. */
  readonly numbers?: readonly string[];
  /** The rows. */
  readonly children: ComponentChildren;
}

/** A table that scrolls sideways where it is too wide, by keyboard too. */
export function Table({ label, caption, heads = [], numbers = [], children }: TableProps) {
  return (
    <div class="table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table class="data">
        {caption === undefined ? null : <caption>{caption}</caption>}
        {heads.length === 0 ? null : (
          <thead>
            <tr>
              {[...heads, ...numbers].map((head, index) => (
                <th key={head} scope="col" class={index < heads.length ? undefined : 'num'}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
