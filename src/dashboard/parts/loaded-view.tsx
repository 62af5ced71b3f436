import type { FunctionComponent } from 'preact';
import { signal } from '@preact/signals';
import { Loading } from './layout.js';

/** A view whose script is fetched when it is shown first. @param load its component; a failure is that of the view */
export function loadedView(load: () => Promise<FunctionComponent>): FunctionComponent {
  const loaded = signal<FunctionComponent | Error | undefined>(undefined);
  let begun = false;
  return function LoadedView() {
    if (!begun) {
      begun = true;
      load().then(
        (View) => (loaded.value = View),
        (error: unknown) => {
          begun = false;
          loaded.value = error instanceof Error ? error : new Error(String(error));
        },
      );
    }
    const View = loaded.value;
    if (View instanceof Error) throw View;
    return View ? <View /> : <Loading />;
  };
}
