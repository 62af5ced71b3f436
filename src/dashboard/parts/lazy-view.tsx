import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../control/control-api.js';

/** A view whose script is loaded when it is shown first, so that the page's start does not wait for it. */
export function lazyView(load: () => Promise<FunctionComponent>): FunctionComponent {
  let loaded: FunctionComponent | undefined;
  return function LazyView() {
    const [View, setView] = useState(() => loaded);
    const [failure, setFailure] = useState<string | undefined>(undefined);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (view) => {
          loaded = view;
          setView(() => view);
        },
        (error: unknown) => setFailure(messageOf(error)),
      );
    }, []);
    if (failure !== undefined)
      return <p class="note bad">This view could not be loaded ({failure}). Reload the page.</p>;
    return View ? <View /> : null;
  };
}
