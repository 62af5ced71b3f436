import { Button } from '../../parts/controls.js';
import { setQuery } from '../../routing/route.js';
import { scope } from '../../state/scope.js';
import { FirstCall } from '../start/first-call.js';
import { clearedAt } from './traffic-toolbar.js';

/** The list before the first request, of all or of the chosen sandbox. */
export function NoTraffic() {
  return (
    <FirstCall
      title={scope.value === '' ? 'No requests yet' : `No requests of ${scope.value} yet`}
      idea="Requests appear here as soon as they are answered, with their problems and their scenario."
    />
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
