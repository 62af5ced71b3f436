import { BodyView } from '../../parts/body/body-view.js';
import { areCharges } from './charge-explanation.js';
import { ChargesView } from './charges-view.js';

/** What the service says about why it answered so: rates as bills, all else as it is. */
export function ExplanationView({ explanation }: { explanation: unknown }) {
  if (explanation === null || explanation === undefined) return null;
  if (areCharges(explanation)) return <ChargesView charges={explanation} />;
  const text = JSON.stringify(explanation);
  const body = { size: text.length, truncated: false, json: explanation };
  return (
    <section class="panel" aria-label="Explanation">
      <div class="panel-head">
        <h3>Why it says that</h3>
      </div>
      <BodyView body={body} label="Explanation" />
    </section>
  );
}
