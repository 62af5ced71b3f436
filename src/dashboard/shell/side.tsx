import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { controlBase } from '../control/control-api.js';
import { hrefOf, route } from '../routing/route.js';
import { Brand } from './brand.js';
import { ConnectionStatus } from './connection-status.js';
import {
  ContractIcon,
  CoverageIcon,
  KeysIcon,
  ReferenceIcon,
  ScenariosIcon,
  StartIcon,
  TrafficIcon,
  WorkbenchIcon,
} from './icons.js';
import { SandboxSwitcher } from './switcher/sandbox-switcher.js';
import { ThemeSwitch } from './theme.js';

const places: readonly { view: string; label: string; Icon: () => JSX.Element }[] = [
  { view: 'start', label: 'Start', Icon: StartIcon },
  { view: 'workbench', label: 'Workbench', Icon: WorkbenchIcon },
  { view: 'traffic', label: 'Traffic', Icon: TrafficIcon },
  { view: 'scenarios', label: 'Scenarios', Icon: ScenariosIcon },
  { view: 'keys', label: 'Keys', Icon: KeysIcon },
  { view: 'coverage', label: 'Coverage', Icon: CoverageIcon },
  { view: 'contract', label: 'Contract', Icon: ContractIcon },
];

export function Side() {
  const current = route.value.path[0];
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <header class="side">
      <Brand />
      <SandboxSwitcher />
      <nav class="nav" aria-label="Views" ref={nav}>
        <ul>
          {places.map(({ view, label, Icon }) => (
            <li key={view}>
              <a href={hrefOf([view])} aria-current={view === current ? 'page' : undefined}>
                <Icon />
                {label}
              </a>
            </li>
          ))}
          <li class="apart">
            <a href={`${controlBase}docs`}>
              <ReferenceIcon />
              Reference
            </a>
          </li>
        </ul>
      </nav>
      <div class="side-foot">
        <ConnectionStatus />
        <ThemeSwitch />
      </div>
    </header>
  );
}
