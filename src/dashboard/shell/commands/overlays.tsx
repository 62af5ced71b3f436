import { controlBase } from '../../control/control-api.js';
import { goTo, hrefOf } from '../../routing/route.js';
import { chooseTheme } from '../theme.js';
import { CommandPalette } from './command-palette.js';
import { overlay, useCommands } from './commands.js';
import { ShortcutHelp } from './shortcut-help.js';

interface OverlaysProps {
  readonly views: readonly { readonly name: string; readonly title: string }[];
}

/** The commands of every view, and the dialog that is open. */
export function Overlays({ views }: OverlaysProps) {
  useCommands([
    ...views.map(({ name, title }) => ({
      title: `Go to ${title}`,
      run: () => goTo(hrefOf([name])),
    })),
    { title: 'Open the reference', run: () => location.assign(`${controlBase}docs`) },
    { title: 'Light colours', words: 'theme', run: () => chooseTheme('light') },
    { title: 'Dark colours', words: 'theme', run: () => chooseTheme('dark') },
    { title: 'Colours of the system', words: 'theme', run: () => chooseTheme('auto') },
    { title: 'Show keyboard shortcuts', keys: '?', run: () => (overlay.value = 'help') },
  ]);
  if (overlay.value === 'palette') return <CommandPalette />;
  return overlay.value === 'help' ? <ShortcutHelp /> : null;
}
