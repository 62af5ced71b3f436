import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { messageOf } from '../../control/control-api.js';
import { CodeBlock } from '../../parts/code-block.js';
import { ViewHead } from '../../parts/view-head.js';
import { ReportView } from './report-view.js';
import { readReport } from './suite-report.js';
import type { SuiteReport } from './suite-report.js';

/** The open report: it stays while other views are shown, and is gone when the page is closed. */
const opened = signal<{ readonly name: string; readonly report: SuiteReport } | undefined>(undefined);

/** Bytes of the largest report that is read. */
const largest = 50 * 1024 * 1024;

/** The verdict of `drydock verify`, read here and sent nowhere. */
export function ContractView() {
  const [error, setError] = useState<string | undefined>(undefined);
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    try {
      if (file.size > largest) throw new Error('The file is larger than 50 MiB.');
      opened.value = { name: file.name, report: readReport(await file.text()) };
      setError(undefined);
    } catch (cause) {
      setError(messageOf(cause));
    }
  };
  const shown = opened.value;
  return (
    <div
      class="view"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void read(event.dataTransfer?.files[0]);
      }}
    >
      <ViewHead
        title="Contract"
        idea="Whether a server conforms to the contract: the report of drydock verify, rule by rule."
      >
        {shown ? <FilePicker label="Open another report" onFile={read} /> : null}
        {shown ? (
          <button type="button" class="btn plain" onClick={() => (opened.value = undefined)}>
            Close
          </button>
        ) : null}
      </ViewHead>
      {error === undefined ? null : (
        <p class="note bad" role="alert">
          {error}
        </p>
      )}
      {shown ? <ReportView name={shown.name} report={shown.report} /> : <DropZone onFile={read} />}
    </div>
  );
}

function DropZone({ onFile }: { onFile: (file: File | undefined) => Promise<void> }) {
  return (
    <div class="panel empty drop">
      <h2>Drop a report here</h2>
      <p>It is read in this page and sent nowhere. Make one with:</p>
      <CodeBlock
        text={
          'npx drydock verify https://staging.example.com/api/v1/developer \\\n  --key-file key.txt --report json --output report.json'
        }
        label="How to make a report"
      />
      <div class="acts">
        <FilePicker label="Choose a file" onFile={onFile} />
      </div>
      <p class="hint">
        The page does not run the suite itself: a server that calls any address on request would be a security
        hole.
      </p>
    </div>
  );
}

function FilePicker({ label, onFile }: { label: string; onFile: (file: File | undefined) => Promise<void> }) {
  return (
    <label class="btn file">
      {label}
      <input
        class="unseen"
        type="file"
        accept=".json,application/json"
        onChange={(event) => {
          void onFile(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}
