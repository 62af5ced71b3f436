import { Component } from 'preact';
import type { ComponentChildren } from 'preact';
import { visibleText } from '../parts/visible-text.js';

interface ViewGuardState {
  readonly failure: string | undefined;
}

/** Contains the failure of a view: it shows an error, and the other views work. */
export class ViewGuard extends Component<{ children: ComponentChildren }, ViewGuardState> {
  override state: ViewGuardState = { failure: undefined };

  override componentDidCatch(error: unknown): void {
    this.setState({ failure: error instanceof Error ? error.message : String(error) });
  }

  override render() {
    if (this.state.failure === undefined) return this.props.children;
    return (
      <div class="view">
        <h1>This view has failed</h1>
        <p class="note bad" role="alert">
          {visibleText(this.state.failure)}
        </p>
        <p>The other views go on. This one may too after a reload; please report what was shown here.</p>
      </div>
    );
  }
}
