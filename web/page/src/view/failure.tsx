// What is shown instead of the page if drawing it fails, so that a fault in what is stored can't lock the user out.
import { Component, type ComponentChildren } from 'preact';

function forgetAll(): void {
  try {
    localStorage.clear();
    sessionStorage.clear();
    indexedDB.deleteDatabase('skua');
  } catch {
    // Nothing is stored.
  }
  location.replace(location.href.split('#')[0] ?? '');
}

export class FailureGuard extends Component<{ children: ComponentChildren }, { reason: string }> {
  override state = { reason: '' };

  static override getDerivedStateFromError(error: unknown): { reason: string } {
    return { reason: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    if (this.state.reason === '') return this.props.children;
    return (
      <main class="failure card" role="alert">
        <h1>The page has failed</h1>
        <p>This is a fault of the page: <span class="quiet">{this.state.reason}</span></p>
        <div class="buttons">
          <button type="button" class="button primary" onClick={() => location.reload()}>Load it again</button>
          <button type="button" class="button danger" onClick={forgetAll}>Forget games, results and settings</button>
        </div>
      </main>
    );
  }
}
