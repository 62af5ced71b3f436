import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { controlBase } from '../control/control-api.js';
import { hrefOf, route } from '../routing/route.js';
import { Brand } from './brand.js';
import { openFinder } from './commands/commands.js';
import { FindIcon, ReferenceIcon } from './icons.js';
import { SandboxSwitcher } from './sandbox-switcher.js';
import { ThemeSwitch } from './theme.js';
import { connection, isProxy, known, service } from '../state/world.js';
import { visibleText } from '../parts/text.js';

export interface ViewLink {
  readonly name: string;
  readonly title: string;
  readonly Icon: () => JSX.Element;
}

export function Side({ views }: { views: readonly ViewLink[] }) {
  const current = route.value.path[0];
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <header class="side">
      <div class="who">
        <Brand />
        <ModeSign />
      </div>
      <SandboxSwitcher />
      <button type="button" class="find-button" title="Find (Ctrl+K)" onClick={openFinder}>
        <FindIcon /> <span>Find</span> <kbd>Ctrl K</kbd>
      </button>
      <nav class="nav" aria-label="Views" ref={nav}>
        <ul>
          {views.map(({ name, title, Icon }) => (
            <li key={name}>
              <a href={hrefOf([name])} aria-current={name === current ? 'page' : undefined}>
                <Icon />
                {title}
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

/** The state of the connection to the mock; screen readers announce each change. */
function ConnectionStatus() {
  const { state } = connection.value;
  const live = state === 'live';
  return (
    <div class="status">
      <span class={`dot ${live ? 'good' : state === 'waiting' ? 'warn' : ''}`} aria-hidden="true" />
      <span class="words" role="status">
        {live ? 'Live' : state === 'waiting' ? 'Reconnecting' : 'Connecting'}
      </span>
    </div>
  );
}

/** Says who answers: the mock, or the real service behind a proxy. */
function ModeSign() {
  if (!known.value) return null;
  if (!isProxy.value) return <p class="mode">Mock</p>;
  const { targets } = service.value;
  const [only] = targets;
  const list = targets.map(({ prefix, url }) => `${prefix || '/'} → ${url}`).join('\n');
  return (
    <p class="mode proxied" title={visibleText(list)}>
      Proxy
      <span class="mode-target">
        {' → '}
        {targets.length === 1 && only ? visibleText(only.url) : `${targets.length} services`}
      </span>
    </p>
  );
}
