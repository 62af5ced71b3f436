import { serviceAddress } from '../../control/control-api.js';
import { CodeBlock } from '../../parts/code/code-tabs.js';
import { curlCommand } from '../../parts/code/request-code.js';
import { ActLink } from '../../parts/controls.js';
import { Empty } from '../../parts/layout.js';
import { hrefOf } from '../../routing/route.js';
import { exampleKey, scope } from '../../state/scope.js';
import { callable, exampleRequest } from './example-request.js';
import { useService } from './use-service.js';

interface FirstCallProps {
  readonly title: string;
  /** The first requests to come, and where they appear. */
  readonly idea: string;
  readonly isPanel?: boolean;
}

/** A list that waits for requests: a call that fills it, and the way to send one from here. */
export function FirstCall({ title, idea, isPanel = false }: FirstCallProps) {
  const service = useService();
  const first = service && callable(service)[0];
  const key = exampleKey(scope.value || undefined);
  return (
    <Empty
      tag="h2"
      kind={isPanel ? 'panel empty' : 'empty'}
      title={title}
      act={<ActLink kind="main-act" href={hrefOf(['start'])} label="Send the first one" />}
    >
      <p>{idea}</p>
      {service && first ? (
        <CodeBlock
          text={curlCommand(exampleRequest(first, serviceAddress + service.basePath, key))}
          label="A first request"
          wrap
        />
      ) : null}
    </Empty>
  );
}
