import { signal } from '@preact/signals';
import type { Exchange } from '../../../control/control-types.js';
import { serviceAddress } from '../../../control/control-api.js';
import { CodeTabs } from '../../../parts/code/code-tabs.js';
import { codeNames, requestCode, type CodeName } from '../../../parts/code/request-code.js';
import { operations } from '../../../state/world.js';
import { RepeatNote } from '../exchange-notes.js';
import { repeatable } from '../repeatable-request.js';

/** The language that was chosen last. */
const chosen = signal<CodeName>('curl');

export function CodeTab({ exchange }: { exchange: Exchange }) {
  const operation = operations.value.find(({ id }) => id === exchange.operation);
  const names = codeNames.filter((name) => name !== 'openapi-fetch' || operation);
  const name = names.includes(chosen.value) ? chosen.value : 'curl';
  return (
    <>
      <RepeatNote exchange={exchange} />
      <section class="panel" aria-label="The request as code">
        <CodeTabs
          label="Language or tool"
          tabs={names}
          chosen={name}
          onChoose={(next) => (chosen.value = next)}
          text={requestCode(name, repeatable(exchange), {
            address: serviceAddress,
            template: operation?.path,
          })}
          textLabel={`The request with ${name}`}
          copyHint={`The request with ${name}`}
        />
      </section>
    </>
  );
}
