import { clampPosition, type PlayerEvent, type PlayerState, type Speed } from './player-state.ts';

export interface RecordingSource {
  url: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** `renewal` replaces a URL that expired or failed during playback. Rejects with a message for the user. */
export type FetchRecordingSource = (
  signal: AbortSignal,
  options: { renewal: boolean },
) => Promise<RecordingSource>;

export interface PlaybackOptions {
  state: () => Pick<PlayerState, 'position' | 'duration'>;
  fetchSource: FetchRecordingSource;
  onEvent: (event: PlayerEvent) => void;
}

const problems = {
  unplayable: 'The recording could not be loaded, or this browser cannot play it.',
  unreachable: 'The recording could not be loaded. Check your connection and try again.',
  forbidden: 'The browser did not start by itself. Press Play to listen.',
} as const;

/** Milliseconds before expiry in which a URL is no longer used. */
const expiryMargin = 3000;
/** Seconds a replaced source must play before a failure counts as new. */
const minProgress = 1;

/** Requests a short-lived URL on Play, and replaces an expired or failed one at the same position. */
export class RecordingPlayback {
  readonly #element: HTMLAudioElement;
  readonly #options: PlaybackOptions;
  readonly #listeners: Readonly<Record<string, () => void>>;
  #source: RecordingSource | null = null;
  #request: AbortController | null = null;
  /** Position in seconds at which to continue after loading. */
  #resumeAt: number | null = null;
  #isWanted = false;
  /** True from the first source until the end, across pauses. */
  #isListening = false;
  /** Position in seconds at which a failed source was replaced; null if none was. A second failure there is reported. */
  #replacedAt: number | null = null;

  constructor(element: HTMLAudioElement, options: PlaybackOptions) {
    this.#element = element;
    this.#options = options;
    this.#listeners = {
      loadedmetadata: () => this.#onLoaded(),
      durationchange: () => this.#reportDuration(),
      timeupdate: () => this.#onTimeUpdate(),
      playing: () => this.#onPlaying(),
      waiting: () => options.onEvent({ type: 'waiting' }),
      pause: () => this.#onPause(),
      ended: () => this.#onEnded(),
      error: () => this.#onError(),
    };
    for (const [name, listener] of Object.entries(this.#listeners)) element.addEventListener(name, listener);
  }

  play(): void {
    const { duration, position: shown } = this.#options.state();
    // a seek of the same press is not in the state yet
    const position = this.#resumeAt ?? shown;
    const from = duration > 0 && position >= duration ? 0 : position;
    this.#isWanted = true;
    this.#options.onEvent({ type: 'play requested' });
    if (this.#source && this.#source.expiresAt - expiryMargin > Date.now()) {
      if (from !== position) this.#element.currentTime = from;
      this.#start();
      return;
    }
    this.#replacedAt = null;
    this.#source = null;
    // within the press: some browsers block a later start as autoplay
    this.#element.load();
    void this.#load(from);
  }

  pause(): void {
    this.#isWanted = false;
    this.#request?.abort();
    this.#element.pause();
    this.#options.onEvent({ type: 'paused' });
  }

  /** Seconds, limited to the recording. */
  seek(position: number): void {
    const target = clampPosition(this.#options.state(), position);
    this.#options.onEvent({ type: 'seek', position: target });
    if (this.#resumeAt !== null || !this.#source) this.#resumeAt = target;
    else this.#element.currentTime = target;
  }

  setSpeed(speed: Speed): void {
    this.#element.defaultPlaybackRate = speed;
    this.#element.playbackRate = speed;
  }

  /** 0 to 1; 0 is muted. */
  setVolume(volume: number): void {
    this.#element.volume = volume;
    this.#element.muted = volume === 0;
  }

  /** Stops for good: a removed audio element would continue to play. */
  dispose(): void {
    for (const [name, listener] of Object.entries(this.#listeners))
      this.#element.removeEventListener(name, listener);
    this.#request?.abort();
    this.#isWanted = false;
    this.#isListening = false;
    this.#source = null;
    this.#element.pause();
    this.#element.removeAttribute('src');
    this.#element.load();
  }

  async #load(position: number): Promise<void> {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    // seeking during the request changes it
    this.#resumeAt = position;
    try {
      const source = await this.#options.fetchSource(request.signal, { renewal: this.#isListening });
      if (request.signal.aborted) return;
      this.#isListening = true;
      this.#source = source;
      this.#element.src = source.url;
      this.#element.load();
      if (this.#isWanted) this.#start();
    } catch (error) {
      if (request.signal.aborted) return;
      this.#fail(error instanceof Error ? error.message : problems.unreachable);
    }
  }

  #start(): void {
    this.#element.play().catch((error: unknown) => {
      // the element's error event reports other problems
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError' || !this.#isWanted) return;
      this.#fail(problems.forbidden);
    });
  }

  #fail(problem: string): void {
    this.#isWanted = false;
    this.#options.onEvent({ type: 'failed', problem });
  }

  #reportDuration(): void {
    this.#options.onEvent({ type: 'duration known', duration: this.#element.duration });
  }

  #onLoaded(): void {
    this.#reportDuration();
    if (this.#resumeAt) this.#element.currentTime = this.#resumeAt;
    this.#resumeAt = null;
  }

  #onTimeUpdate(): void {
    if (this.#resumeAt === null && this.#source)
      this.#options.onEvent({ type: 'moved', position: this.#element.currentTime });
  }

  #onPlaying(): void {
    this.#options.onEvent({ type: 'playing' });
  }

  #onPause(): void {
    // the element also pauses while a new source is set
    if (!this.#isWanted) this.#options.onEvent({ type: 'paused' });
  }

  #onEnded(): void {
    this.#isWanted = false;
    // playing again is a new listening
    this.#isListening = false;
    this.#source = null;
    this.#resumeAt = null;
    this.#options.onEvent({ type: 'ended' });
  }

  #onError(): void {
    if (!this.#source) return;
    const { error } = this.#element;
    this.#source = null;
    if (!this.#isWanted) return;
    const position = this.#resumeAt ?? this.#options.state().position;
    // a browser without a sound device starts and fails before any sound
    const isProgress = this.#replacedAt === null || Math.abs(position - this.#replacedAt) >= minProgress;
    if (isProgress) {
      this.#replacedAt = position;
      void this.#load(position);
      return;
    }
    this.#resumeAt = null;
    const isUnreachable = error !== null && error.code === error.MEDIA_ERR_NETWORK;
    this.#fail(isUnreachable ? problems.unreachable : problems.unplayable);
  }
}
