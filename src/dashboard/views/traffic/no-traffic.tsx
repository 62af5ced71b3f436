import { Button, ActLink } from '../../parts/controls.js';
import { serviceAddress } from '../../control/control-api.js';
import { CodeBlock } from '../../parts/code/code-tabs.js';
import { hrefOf, setQuery } from '../../routing/route.js';
import { exampleKey } from '../../state/scope.js';
import { codeSample } from '../start/code-samples.js';
import { useService } from '../start/use-service.js';
import { clearedAt } from './traffic-toolbar.js';
import { Empty } from '../../parts/layout.js';

export function NoTraffic() {
  const service = useService();
  const first = service?.operations[0];
  return (
    <Empty
      tag="h2"
      title="No requests yet"
      act={<ActLink kind="main-act" href={hrefOf(['start'])} label="Send the first one" />}
    >
      <p>Requests appear here as soon as they are answered, with their problems and their scenario.</p>
      {service && first ? (
        <CodeBlock
          text={codeSample('curl', first, serviceAddress + service.basePath, exampleKey())}
          label="A first request"
        />
      ) : null}
    </Empty>
  );
}

/** @param isSearching whether a search hides the others, or Clear alone */
export function NothingPasses({ isSearching }: { isSearching: boolean }) {
  return (
    <div class="empty">
      <h2>{isSearching ? 'No request matches' : 'No requests since the list was cleared'}</h2>
      <p>{isSearching ? 'The search hides all of them.' : 'The journals still have the earlier ones.'}</p>
      <div class="acts">
        <Button
          onClick={() => {
            clearedAt.value = '';
            setQuery({ sandbox: '', operation: '', status: '', text: '' });
          }}
        >
          Show all
        </Button>
      </div>
    </div>
  );
}
