import { useState } from 'preact/hooks';
import type { Exchange } from '../../../control/control-types.js';
import { serviceAddress } from '../../../control/control-api.js';
import { CodeTabs } from '../../../parts/code/code-tabs.js';
import { codeNames, requestCode, type CodeName } from '../../../parts/code/request-code.js';
import { operations } from '../../../state/world.js';
import { RepeatNote } from '../exchange-notes.js';
import { repeatable } from '../repeatable-request.js';

/** The language that was chosen last. */
let lastChosen: CodeName = 'curl';

/** A recorded request as code, to repeat it elsewhere. */
export function CodeTab({ exchange }: { exchange: Exchange }) {
  const [chosen, setChosen] = useState(lastChosen);
  const operation = operations.value.find(({ id }) => id === exchange.operation);
  const names = codeNames.filter((name) => name !== 'openapi-fetch' || operation);
  const name = names.includes(chosen) ? chosen : 'curl';
  return (
    <>
      <RepeatNote exchange={exchange} />
      <section class="panel" aria-label="The request as code">
        <CodeTabs
          label="Language or tool"
          tabs={names}
          chosen={name}
          onChoose={(next) => setChosen((lastChosen = next))}
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
