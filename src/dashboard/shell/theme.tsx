import { storedSignal } from '../control/browser-storage.js';
import { effect, signal } from '@preact/signals';
import { MoonIcon, SunIcon, SystemIcon } from './icons.js';

type Theme = 'auto' | 'light' | 'dark';

const darkByDefault = matchMedia('(prefers-color-scheme: dark)');

export const theme = storedSignal<Theme>('drydock-theme', (kept) =>
  kept === 'light' || kept === 'dark' ? kept : 'auto',
);
const systemIsDark = signal(darkByDefault.matches);

export function applyTheme(): void {
  darkByDefault.addEventListener('change', ({ matches }) => (systemIsDark.value = matches));
  effect(() => {
    const dark = theme.value === 'dark' || (theme.value === 'auto' && systemIsDark.value);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  });
}

const choices = [
  { value: 'auto', label: 'Same as system', Icon: SystemIcon },
  { value: 'light', label: 'Light', Icon: SunIcon },
  { value: 'dark', label: 'Dark', Icon: MoonIcon },
] as const;

export function ThemeSwitch() {
  return (
    <div class="switch" role="group" aria-label="Colours">
      {choices.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={theme.value === value}
          onClick={() => (theme.value = value)}
        >
          <Icon />
        </button>
      ))}
    </div>
  );
}
