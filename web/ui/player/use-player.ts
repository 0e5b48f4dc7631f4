import { type RefObject, useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { initialPlayerState, playerReducer, type PlayerState, type Speed } from './player-state.ts';
import { type FetchRecordingSource, RecordingPlayback } from './recording-playback.ts';

export interface Player {
  state: PlayerState;
  audio: RefObject<HTMLAudioElement | null>;
  play: () => void;
  pause: () => void;
  toggle: () => void;
  /** Seconds from the start, limited to the recording. */
  seek: (position: number) => void;
  /** Seconds forward, or back if negative. */
  skip: (by: number) => void;
  setSpeed: (speed: Speed) => void;
  setVolume: (volume: number) => void;
  toggleMute: () => void;
}

export function usePlayer(
  fetchSource: FetchRecordingSource,
  duration: number,
  preferences: Pick<PlayerState, 'speed' | 'volume'>,
): Player {
  const [state, dispatch] = useReducer(playerReducer, undefined, () =>
    initialPlayerState(duration, preferences),
  );
  const audio = useRef<HTMLAudioElement>(null);
  const playback = useRef<RecordingPlayback | null>(null);
  const latest = useRef({ state, fetchSource });
  useEffect(() => {
    latest.current = { state, fetchSource };
  });
  useEffect(() => {
    if (!audio.current) return undefined;
    const created = new RecordingPlayback(audio.current, {
      state: () => latest.current.state,
      fetchSource: (signal, options) => latest.current.fetchSource(signal, options),
      onEvent: dispatch,
    });
    playback.current = created;
    return () => {
      playback.current = null;
      created.dispose();
    };
  }, []);
  useEffect(() => playback.current?.setSpeed(state.speed), [state.speed]);
  useEffect(() => playback.current?.setVolume(state.volume), [state.volume]);

  const play = useCallback(() => playback.current?.play(), []);
  const pause = useCallback(() => playback.current?.pause(), []);
  const seek = useCallback((position: number) => playback.current?.seek(position), []);
  return useMemo(
    () => ({
      state,
      audio,
      play,
      pause,
      toggle: state.status === 'playing' || state.status === 'starting' ? pause : play,
      seek,
      skip: (by) => seek(latest.current.state.position + by),
      setSpeed: (speed) => dispatch({ type: 'speed', speed }),
      setVolume: (volume) => dispatch({ type: 'volume', volume }),
      toggleMute: () => dispatch({ type: 'mute toggled' }),
    }),
    [state, play, pause, seek],
  );
}
