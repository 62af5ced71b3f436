import { computed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { token } from '../control/token.js';
import { loadedView } from '../parts/loaded-view.js';
import { route, goTo, hrefOf } from '../routing/route.js';
import { CoverageView } from '../views/coverage/coverage-view.js';
import { KeysView } from '../views/keys/keys-view.js';
import { RulesView } from '../views/rules/rules-view.js';
import { isProxy } from '../state/world.js';
import { ScenariosView } from '../views/scenarios/scenarios-view.js';
import { StartView } from '../views/start/start-view.js';
import { TrafficView } from '../views/traffic/traffic-view.js';
import {
  ContractIcon,
  CoverageIcon,
  KeysIcon,
  ScenariosIcon,
  StartIcon,
  TrafficIcon,
  WorkbenchIcon,
  WarnIcon,
} from './icons.js';
import { ForcedBar } from './forced/forced-bar.js';
import { Side, type ViewLink } from './side.js';
import { Strips } from './strips.js';
import { TokenGate } from './token-gate.js';
import { controlBase, messageOf } from '../control/control-api.js';
import { theme } from './theme.js';
import { overlay, openFinder, useCommands } from './commands/commands.js';
import { ShortcutHelp } from './commands/shortcuts.js';
import { Component, type FunctionComponent, type ComponentChildren } from 'preact';
import { Loading, Trouble } from '../parts/layout.js';

const ContractView = loadedView(
  async () => (await import('../views/contract/contract-view.js')).ContractView,
);

const Finder = loadedView(async () => (await import('./commands/finder.js')).Finder);

const WorkbenchView = loadedView(
  async () => (await import('../views/workbench/workbench-view.js')).WorkbenchView,
);

const startPage = { name: 'start', title: 'Start', Icon: StartIcon, View: StartView };

/** Until it is known which view that is. */
const home = { title: 'Traffic', View: Loading };

/** In the order of lists. */
const allViews: readonly (ViewLink & {
  readonly View: FunctionComponent;
  readonly only?: 'mock' | 'proxy';
})[] = [
  { name: 'traffic', title: 'Traffic', Icon: TrafficIcon, View: TrafficView },
  startPage,
  { name: 'workbench', title: 'Workbench', Icon: WorkbenchIcon, View: WorkbenchView },
  { name: 'scenarios', title: 'Scenarios', Icon: ScenariosIcon, View: ScenariosView },
  { name: 'keys', title: 'Keys', Icon: KeysIcon, View: KeysView, only: 'mock' },
  { name: 'rules', title: 'Broken rules', Icon: WarnIcon, View: RulesView, only: 'proxy' },
  { name: 'coverage', title: 'Coverage', Icon: CoverageIcon, View: CoverageView },
  { name: 'contract', title: 'Contract', Icon: ContractIcon, View: ContractView },
];

/** Behind a proxy the keys are those of the target; a mock has nothing to judge. */
const views = computed(() =>
  allViews.filter(({ only }) => only === undefined || only === (isProxy.value ? 'proxy' : 'mock')),
);

export function App() {
  const [name] = route.value.path;
  const { title, View } =
    name === undefined ? home : (views.value.find((view) => view.name === name) ?? startPage);
  useEffect(() => {
    document.title = `${title} · Drydock`;
  }, [title]);
  if (token.value === undefined) return <TokenGate />;
  return (
    <div class="shell">
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        Skip to the content
      </a>
      <Side views={views.value} />
      <div class="column">
        <ForcedBar />
        <main class="main" id="main" tabIndex={-1}>
          <Strips />
          <ViewGuard key={name}>
            <View />
          </ViewGuard>
        </main>
      </div>
      <Overlays />
    </div>
  );
}

/** The commands of every view, and the dialog that is open. */
function Overlays() {
  useCommands([
    ...views.value.map(({ name, title }) => ({ title: `Go to ${title}`, run: () => goTo(hrefOf([name])) })),
    { title: 'Open the reference', run: () => location.assign(`${controlBase}docs`) },
    { title: 'Light colours', words: 'theme', run: () => (theme.value = 'light') },
    { title: 'Dark colours', words: 'theme', run: () => (theme.value = 'dark') },
    { title: 'Colours of the system', words: 'theme', run: () => (theme.value = 'auto') },
    { title: 'Find', keys: '/', run: openFinder },
    { title: 'Show keyboard shortcuts', keys: '?', run: () => (overlay.value = 'help') },
  ]);
  if (overlay.value === 'find') return <Finder />;
  return overlay.value === 'help' ? <ShortcutHelp /> : null;
}

/** Contains the failure of a view: it shows an error, and the other views work. */
class ViewGuard extends Component<{ children: ComponentChildren }, { failure?: string }> {
  override state: { failure?: string } = {};

  override componentDidCatch(error: unknown): void {
    this.setState({ failure: messageOf(error) });
  }

  override render() {
    if (this.state.failure === undefined) return this.props.children;
    return (
      <div class="view">
        <h1>This view has failed</h1>
        <Trouble text={this.state.failure} />
        <p>
          The other views still work. Reload the page to try this one again, and please report the message
          above.
        </p>
      </div>
    );
  }
}
