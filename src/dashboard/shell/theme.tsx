import { storeText, storedText } from '../control/browser-storage.js';
import { effect, signal } from '@preact/signals';
import { MoonIcon, SunIcon, SystemIcon } from './icons.js';

export type Theme = 'auto' | 'light' | 'dark';

const storageKey = 'drydock-theme';
const darkByDefault = matchMedia('(prefers-color-scheme: dark)');

export const theme = signal<Theme>(stored());
const systemIsDark = signal(darkByDefault.matches);

export function applyTheme(): void {
  darkByDefault.addEventListener('change', ({ matches }) => (systemIsDark.value = matches));
  effect(() => {
    const dark = theme.value === 'dark' || (theme.value === 'auto' && systemIsDark.value);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  });
}

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  storeText(() => localStorage, storageKey, chosen);
}

function stored(): Theme {
  const kept = storedText(() => localStorage, storageKey);
  return kept === 'light' || kept === 'dark' ? kept : 'auto';
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
          onClick={() => chooseTheme(value)}
        >
          <Icon />
        </button>
      ))}
    </div>
  );
}
