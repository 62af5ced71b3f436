import { Button, FilePicker } from '../../parts/controls.js';
import { useEffect, useState } from 'preact/hooks';
import { messageOf, serviceAddress } from '../../control/control-api.js';
import { CodeBlock } from '../../parts/code/code-tabs.js';
import { useLatest } from '../../parts/hooks.js';
import { ViewHead, Empty, Trouble } from '../../parts/layout.js';
import { useService } from '../start/first-call.js';
import { ComparePanel } from './changes/compare-panel.js';
import { ChangeView } from './report/change-view.js';
import { openReport, openReports, restoreReports, closeReports } from './report/kept-reports.js';
import { ReportView } from './report/report-view.js';
import { RunForm, RunProgress } from './run/run-view.js';
import { activeRun, resumeRun, runTrouble } from './run/verify-run.js';

const maxBytes = 50 * 1024 * 1024;

/** The verdict of `drydock verify`: of a run that is started here, or of a report that is read here and sent nowhere. */
export function ContractView() {
  const [error, setError] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const service = useService();
  useEffect(() => {
    void restoreReports();
    void resumeRun();
  }, []);
  const begin = { shown: useLatest(), before: useLatest() };
  const readTo = (slot: 'shown' | 'before') => async (file: File | undefined) => {
    if (!file) return;
    const isLatest = begin[slot]();
    try {
      if (file.size > maxBytes) throw new Error('The file is larger than 50 MiB.');
      const text = await file.text();
      if (!isLatest()) return;
      openReport(slot, file.name, text);
      setError(undefined);
    } catch (cause) {
      setError(messageOf(cause));
    }
  };
  const read = readTo('shown');
  const run = activeRun.value;
  const shown = openReports.shown.value;
  const before = openReports.before.value;
  const trouble = error ?? runTrouble.value;
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
        idea="Whether a server conforms to the contract: the suite’s verdict, rule by rule."
      >
        {shown ? (
          <>
            <Button aria-expanded={isAsking} disabled={Boolean(run)} onClick={() => setAsking(!isAsking)}>
              Run again …
            </Button>
            <FilePicker label="Compare with" onFile={readTo('before')} />
            <FilePicker label="Open another report" onFile={read} />
            <Button kind="plain" onClick={() => closeReports('shown', 'before')}>
              Close
            </Button>
          </>
        ) : null}
      </ViewHead>
      <Trouble text={trouble} />
      {run ? (
        <RunProgress run={run} />
      ) : (!shown || isAsking) && service ? (
        <RunForm address={serviceAddress + service.basePath} />
      ) : null}
      <ComparePanel />
      {shown && before ? (
        <ChangeView now={shown.report} before={before} onClose={() => closeReports('before')} />
      ) : null}
      {shown ? <ReportView name={shown.name} report={shown.report} /> : <DropZone onFile={read} />}
    </div>
  );
}

const example = 'https://staging.example.com/api/v1/developer';

function DropZone({ onFile }: { onFile: (file: File | undefined) => Promise<void> }) {
  return (
    <Empty
      tag="h2"
      kind="panel empty drop"
      title="Drop a report here"
      act={<FilePicker label="Choose a file" onFile={onFile} />}
    >
      <p>It is read in this page and sent nowhere. Make one with:</p>
      <CodeBlock
        text={`npx drydock-kit verify ${example} \\\n  --key-file key.txt --report json --output report.json`}
        label="How to make a report"
      />
    </Empty>
  );
}
