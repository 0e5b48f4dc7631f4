/** Milliseconds between two refreshes that a screen does by itself at least; longer where they take long. */
const minRefreshInterval = 2000;
/** A screen that refreshes by itself is busy with it at most this part of the time. */
const maxRefreshShare = 0.1;
/** Milliseconds until a refresh that failed is tried again. */
const retryDelay = 10_000;
/** Milliseconds after which a change is announced although the screen is about to refresh by itself. */
const noticeDelay = 1000;
/** Milliseconds between looks at whether a screen may refresh by itself. */
const lookInterval = 300;

/** The version of the data of a scope, and its number of calls. */
export interface KnownVersion {
  version: number;
  calls: number;
}

/** What a screen does not show yet: how many new calls, null when it is something else or not known. */
export type LiveNotice = { newCalls: number | null } | null;

/** The screen that is kept up to date. */
export interface LiveScreen {
  /** The version of the displayed data; -1 while nothing is displayed. */
  displayedVersion: () => number;
  /** Asks for the newest version. */
  ask: () => Promise<KnownVersion>;
  /** Whether rows and figures can change without disturbing anybody. */
  mayRefresh: () => boolean;
  /** Requests everything that is displayed and displays it together, by itself or because somebody pressed. */
  refresh: (by: 'itself' | 'press') => Promise<void>;
  onNotice: (notice: LiveNotice) => void;
}

/**
 * Follows the changes of a screen: asks how many calls are new, and refreshes by itself while that disturbs nobody. Otherwise it
 * reports what there is to see, until somebody presses the notice or the screen is up to date for another reason.
 */
export class LiveState {
  readonly #screen: LiveScreen;
  /** How many calls the displayed version has; null when that is not known. */
  #displayed: KnownVersion | null = null;
  /** A version that is newer than the displayed one. */
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

  /** Something may have changed: asks for the newest version. */
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
        // what is displayed was loaded meanwhile; it cannot be newer twice unless it counts other accounts
        this.#askAgain ||= !isRepeated;
        isRepeated = true;
      } else if (answer.version === displayed) this.#displayed = answer;
      else this.#newest = answer;
    }
    this.#asking = false;
    this.look();
  }

  /** Designs have changed, which have no part in the version. */
  noteDesigns(): void {
    this.#designsChanged = true;
    this.look();
  }

  /** Refreshes because somebody asked for it. */
  press(): Promise<void> {
    return this.#refresh('press');
  }

  /** Compares what is displayed with what there is. Called whenever one of them has changed. */
  look(): void {
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
      this.#timer = setTimeout(() => this.look(), lookInterval);
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
    // the last one looks at the page
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
      // not over and over where nothing displayed has a version
      if (newest !== null && this.#newest === newest && this.#screen.displayedVersion() < newest.version)
        this.#newest = null;
    } catch {
      // the next attempt comes after the delay
    }
    this.#notBefore = performance.now() + delay;
    this.#refreshing = false;
    this.look();
  }
}
