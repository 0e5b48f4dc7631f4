export const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2] as const;
export type Speed = (typeof speeds)[number];

/** Volume after unmuting a player that was turned down to 0. */
export const defaultUnmuteVolume = 0.1;
export const skipSeconds = 10;
export const arrowSeconds = 5;

export interface PlayerState {
  /** `idle`: nothing requested. `starting`: play was requested, no sound yet. `failed`: see {@link PlayerState.problem}. */
  status: 'idle' | 'starting' | 'playing' | 'paused' | 'failed';
  /** Seconds from the start. */
  position: number;
  /** Seconds; the call's duration until the recording's is known. */
  duration: number;
  speed: Speed;
  /** 0 to 1; 0 is muted. */
  volume: number;
  volumeBefore: number;
  problem: string | null;
}

export type PlayerEvent =
  | { type: 'play requested' }
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

const clamp = (value: number, low: number, high: number) =>
  Math.min(high, Math.max(low, Number.isFinite(value) ? value : low));

export const clampPosition = (state: Pick<PlayerState, 'duration'>, position: number) =>
  clamp(position, 0, state.duration);

export function initialPlayerState(
  duration: number,
  preferences: Pick<PlayerState, 'speed' | 'volume'> = { speed: 1, volume: 1 },
): PlayerState {
  return {
    status: 'idle',
    position: 0,
    duration: Math.max(0, duration),
    speed: preferences.speed,
    volume: clamp(preferences.volume, 0, 1),
    volumeBefore: 0,
    problem: null,
  };
}

export function playerReducer(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    case 'play requested':
      return {
        ...state,
        status: 'starting',
        problem: null,
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
      return { ...state, position: clampPosition(state, event.position) };
    case 'duration known':
      return event.duration > 0 && Number.isFinite(event.duration)
        ? { ...state, duration: event.duration, position: clamp(state.position, 0, event.duration) }
        : state;
    case 'speed':
      return { ...state, speed: event.speed };
    case 'volume':
      return { ...state, volume: clamp(event.volume, 0, 1), volumeBefore: 0 };
    case 'mute toggled':
      return state.volume > 0
        ? { ...state, volume: 0, volumeBefore: state.volume }
        : {
            ...state,
            volume: state.volumeBefore > 0 ? state.volumeBefore : defaultUnmuteVolume,
            volumeBefore: 0,
          };
  }
}

/** Reduces peaks (0 to 100) to bars, each with the loudest peak of its part. */
export function barsOf(peaks: readonly number[], count: number): number[] {
  if (peaks.length === 0 || count < 1) return [];
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count));
    return Math.max(...peaks.slice(from, to));
  });
}
