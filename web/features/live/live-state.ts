import { seconds } from '@mailcall/contract/time/durations.ts';

/** Minimum milliseconds between automatic refreshes; longer if they are slow. */
const minRefreshInterval = 2000;
/** Maximum share of time that automatic refreshes may take. */
const maxRefreshShare = 0.1;
/** Milliseconds before a failed refresh is retried. */
const retryDelay = seconds(10);
/** Milliseconds before a change is announced although an automatic refresh is due. */
const noticeDelay = 1000;
/** Milliseconds between checks whether a screen may refresh by itself. */
const checkInterval = 300;

export interface KnownVersion {
  version: number;
  calls: number;
}

/** Changes that a screen does not show yet: the number of new calls, or null for other or unknown changes. */
export type LiveNotice = { newCalls: number | null } | null;

export interface LiveScreen {
  /** Version of the displayed data; -1 while nothing is displayed. */
  displayedVersion: () => number;
  ask: () => Promise<KnownVersion>;
  /** Whether rows and figures may change without disturbing the user. */
  mayRefresh: () => boolean;
  /** Requests everything displayed and shows it together, automatically or after a press. */
  refresh: (by: 'itself' | 'press') => Promise<void>;
  onNotice: (notice: LiveNotice) => void;
}

/** Refreshes a screen while that disturbs no one. Otherwise it reports a notice until the user presses it. */
export class LiveState {
  readonly #screen: LiveScreen;
  #displayed: KnownVersion | null = null;
  #newest: KnownVersion | null = null;
  #designsChanged = false;
  #asking = false;
  #askAgain = false;
  #refreshing = false;
  #notBefore = 0;
  #pendingSince: number | null = null;
  #shown = 'null';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(screen: LiveScreen) {
    this.#screen = screen;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async check(): Promise<void> {
    this.#askAgain = true;
    if (this.#asking) return;
    this.#asking = true;
    let isRepeated = false;
    while (this.#askAgain && !this.#stopped) {
      this.#askAgain = false;
      // the stream reports the next change, and opens again after a lost connection
      const answer = await this.#screen.ask().catch(() => null);
      if (answer === null || this.#stopped) break;
      const displayed = this.#screen.displayedVersion();
      if (answer.version < displayed) {
        // the displayed data was loaded meanwhile; if it is newer twice, it counts other accounts
        this.#askAgain ||= !isRepeated;
        isRepeated = true;
      } else if (answer.version === displayed) this.#displayed = answer;
      else this.#newest = answer;
    }
    this.#asking = false;
    this.compare();
  }

  /** Reports changed designs, which do not affect the version. */
  noteDesigns(): void {
    this.#designsChanged = true;
    this.compare();
  }

  press(): Promise<void> {
    return this.#refresh('press');
  }

  /** Compares displayed and newest data; call it after either changes. */
  compare(): void {
    if (this.#stopped) return;
    this.#compareVersions();
    const pending = this.#pending();
    clearTimeout(this.#timer);
    if (pending === null) this.#pendingSince = null;
    else {
      const now = performance.now();
      this.#pendingSince ??= now;
      if (!this.#refreshing && now >= this.#notBefore && this.#screen.mayRefresh())
        void this.#refresh('itself');
      this.#timer = setTimeout(() => this.compare(), checkInterval);
    }
    this.#show(pending);
  }

  #compareVersions(): void {
    const displayed = this.#screen.displayedVersion();
    if (this.#displayed !== null && displayed > this.#displayed.version) this.#displayed = null;
    if (this.#newest === null || displayed < this.#newest.version) return;
    this.#displayed = displayed === this.#newest.version ? this.#newest : null;
    this.#newest = null;
    if (this.#displayed === null) void this.check();
  }

  #pending(): LiveNotice {
    if (this.#screen.displayedVersion() < 0) return null;
    if (this.#newest === null) return this.#designsChanged ? { newCalls: null } : null;
    const more = this.#displayed === null ? 0 : this.#newest.calls - this.#displayed.calls;
    return { newCalls: more > 0 ? more : null };
  }

  #show(pending: LiveNotice): void {
    const waited = this.#pendingSince === null ? 0 : performance.now() - this.#pendingSince;
    const mayBeNull = pending !== null && waited < noticeDelay;
    // the last operand checks the page
    const isAboutToRefresh = mayBeNull && (pending.newCalls === null || this.#screen.mayRefresh());
    const notice = isAboutToRefresh ? null : pending;
    const text = JSON.stringify(notice);
    if (text === this.#shown) return;
    this.#shown = text;
    this.#screen.onNotice(notice);
  }

  async #refresh(by: 'itself' | 'press'): Promise<void> {
    if (this.#refreshing) return;
    this.#refreshing = true;
    this.#designsChanged = false;
    const started = performance.now();
    const newest = this.#newest;
    let delay = retryDelay;
    try {
      await this.#screen.refresh(by);
      delay = Math.max(minRefreshInterval, (performance.now() - started) / maxRefreshShare);
      // not repeatedly if nothing displayed has a version
      if (newest !== null && this.#newest === newest && this.#screen.displayedVersion() < newest.version)
        this.#newest = null;
    } catch {
      // the next attempt follows after the delay
    }
    this.#notBefore = performance.now() + delay;
    this.#refreshing = false;
    this.compare();
  }
}
