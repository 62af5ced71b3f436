import { CodeBlock } from '../../parts/code-block.js';
import { hrefOf, setQuery } from '../../routing/route.js';
import { codeSample } from '../start/code-samples.js';
import { useService } from '../start/use-service.js';

export function NoTraffic() {
  const service = useService();
  const first = service?.operations[0];
  return (
    <div class="empty">
      <h2>Nothing has been asked yet</h2>
      <p>Requests appear here the moment they are answered, with what was wrong in them and what answered.</p>
      {service && first ? (
        <CodeBlock
          text={codeSample('curl', first, location.origin + service.basePath, 'dk_test_demo')}
          label="A first request"
        />
      ) : null}
      <div class="acts">
        <a class="btn main-act" href={hrefOf(['start'])}>
          Send the first one
        </a>
      </div>
    </div>
  );
}

export function NothingPasses() {
  return (
    <div class="empty">
      <h2>No request is like that</h2>
      <p>There are others that the filters hold back.</p>
      <div class="acts">
        <button
          type="button"
          class="btn"
          onClick={() => setQuery({ sandbox: '', operation: '', status: '', text: '' })}
        >
          Show all
        </button>
      </div>
    </div>
  );
}
