import { Menu } from '../../../parts/controls.js';
import { ColumnsIcon } from '../../../shell/icons.js';
import { chooseColumns, columnChoice, columns } from './columns.js';

/** Shows and hides columns; that of the request stays. */
export function ColumnMenu() {
  const { hidden } = columnChoice.value;
  const items = columns
    .filter(({ name }) => name !== 'request')
    .map(({ name, title }) => {
      const isHidden = hidden.includes(name);
      return {
        label: title,
        isChecked: !isHidden,
        onChoose: () =>
          chooseColumns({ hidden: isHidden ? hidden.filter((one) => one !== name) : [...hidden, name] }),
      };
    });
  return <Menu label="Columns" icon={<ColumnsIcon />} items={items} />;
}
