/** Playback speeds on offer. */
export const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2] as const;
export type Speed = (typeof speeds)[number];

/** Volume after unmuting when there was none before. */
export const volumeAfterSilence = 0.1;
/** How far a skip goes, in seconds. */
export const skipSeconds = 10;
/** How far an arrow key seeks, in seconds. */
export const arrowSeconds = 5;

/** How a player stands. */
export interface PlayerState {
  /**
   * `idle`: nothing asked for yet. `starting`: asked to play, no sound yet. `failed`: {@link PlayerState.problem} says
   * why.
   */
  status: 'idle' | 'starting' | 'playing' | 'paused' | 'failed';
  /** Seconds from the start. */
  position: number;
  /** Seconds; what the call says until the recording itself says better. */
  duration: number;
  speed: Speed;
  /** 0 to 1; 0 is muted. */
  volume: number;
  /** The volume before muting; 0 when there was none. */
  volumeBefore: number;
  /** Why it does not play, in words; null while nothing is wrong. */
  problem: string | null;
}

/** What happens to a player: what a person does, and what the recording tells. */
export type PlayerEvent =
  | { type: 'play asked' }
  | { type: 'playing' }
  | { type: 'waiting' }
  | { type: 'paused' }
  | { type: 'ended' }
  | { type: 'failed'; problem: string }
  | { type: 'moved'; position: number }
  | { type: 'seek'; position: number }
  | { type: 'duration known'; duration: number }
  | { type: 'speed'; speed: Speed }
  | { type: 'volume'; volume: number }
  | { type: 'mute toggled' };

const between = (value: number, low: number, high: number) =>
  Math.min(high, Math.max(low, Number.isFinite(value) ? value : low));

/** A place within the recording: never before its start or after its end. */
export const placeWithin = (state: Pick<PlayerState, 'duration'>, position: number) =>
  between(position, 0, state.duration);

/** A player before anything is played. */
export function freshPlayer(
  duration: number,
  preferences: Pick<PlayerState, 'speed' | 'volume'> = { speed: 1, volume: 1 },
): PlayerState {
  return {
    status: 'idle',
    position: 0,
    duration: Math.max(0, duration),
    speed: preferences.speed,
    volume: between(preferences.volume, 0, 1),
    volumeBefore: 0,
    problem: null,
  };
}

/** The player after something happened. */
export function playerAfter(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    case 'play asked':
      return {
        ...state,
        status: 'starting',
        problem: null,
        // from the end it starts over
        position: state.duration > 0 && state.position >= state.duration ? 0 : state.position,
      };
    case 'playing':
      return { ...state, status: 'playing', problem: null };
    case 'waiting':
      return state.status === 'playing' ? { ...state, status: 'starting' } : state;
    case 'paused':
      return state.status === 'failed' || state.status === 'idle' ? state : { ...state, status: 'paused' };
    case 'ended':
      return { ...state, status: 'paused', position: state.duration };
    case 'failed':
      return { ...state, status: 'failed', problem: event.problem };
    case 'moved':
    case 'seek':
      return { ...state, position: placeWithin(state, event.position) };
    case 'duration known':
      return event.duration > 0 && Number.isFinite(event.duration)
        ? { ...state, duration: event.duration, position: between(state.position, 0, event.duration) }
        : state;
    case 'speed':
      return { ...state, speed: event.speed };
    case 'volume':
      return { ...state, volume: between(event.volume, 0, 1), volumeBefore: 0 };
    case 'mute toggled':
      return state.volume > 0
        ? { ...state, volume: 0, volumeBefore: state.volume }
        : {
            ...state,
            volume: state.volumeBefore > 0 ? state.volumeBefore : volumeAfterSilence,
            volumeBefore: 0,
          };
  }
}

/** Bars of a waveform: peaks of 0 to 100 brought to a number of bars, each the loudest of its share. */
export function barsOf(peaks: readonly number[], count: number): number[] {
  if (peaks.length === 0 || count < 1) return [];
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count));
    return Math.max(...peaks.slice(from, to));
  });
}
