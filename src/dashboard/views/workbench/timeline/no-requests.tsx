import { CopyButton } from '../../../parts/copy-button.js';

export function NoRequests({ sandbox }: { sandbox: string }) {
  const key = `dk_test_${sandbox}`;
  return (
    <div class="empty">
      <h3>No requests yet</h3>
      <p>
        Give your client the key <code>{key}</code>: each request appears here with its retries, and the waits
        between them.
      </p>
      <div class="acts">
        <CopyButton text={key} label="Copy key" hint="Copy the key for your client" />
      </div>
    </div>
  );
}
