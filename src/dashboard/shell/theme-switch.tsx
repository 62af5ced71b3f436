import { MoonIcon, SunIcon, SystemIcon } from './icons.js';
import { chooseTheme, theme } from './theme.js';

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
