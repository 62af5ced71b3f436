import { useMemo, useRef } from 'preact/hooks';
import { useLoaded } from '../../parts/hooks.js';
import { PickerList, type PickerGroup } from '../../parts/picker/picker.js';
import { visibleText } from '../../parts/text.js';
import { foundGroups, readDocumentNames, type Find } from './find.js';
import { closeOverlay, OverlayDialog } from './commands.js';

/** One search over everything: what the page can do, what the document says, and what was requested. */
export function Finder() {
  const document = useLoaded(readDocumentNames, []);
  const finds = useRef(new Map<string, Find>());
  const groupsFor = useMemo(
    () =>
      (typed: string): readonly PickerGroup[] => {
        const groups = foundGroups(typed, document.value);
        finds.current = new Map(groups.flatMap(({ options }) => options.map((one) => [keyOf(one), one])));
        return groups.map(({ title, options }) => ({ title, options: options.map(optionOf) }));
      },
    [document.value],
  );
  const pick = (key: string): void => {
    closeOverlay();
    finds.current.get(key)?.run();
  };
  return (
    <OverlayDialog label="Find">
      <PickerList
        label="Everything"
        placeholder="Find a view, scenario, operation, field, sandbox or request …"
        chosen=""
        groupsFor={groupsFor}
        onPick={pick}
        onClose={closeOverlay}
      />
    </OverlayDialog>
  );
}

function keyOf({ title, hint = '' }: Find): string {
  return `${title}\n${hint}`;
}

function optionOf(find: Find) {
  const { title, hint = '', keys } = find;
  return {
    value: keyOf(find),
    label: visibleText(title),
    hint: keys === undefined ? visibleText(hint) : <kbd>{keys}</kbd>,
  };
}
