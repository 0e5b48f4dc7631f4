import { type RefObject, useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { freshPlayer, placeWithin, playerAfter, type PlayerState, type Speed } from './player-state.ts';

/** Where a recording can be heard for a while. */
export interface RecordingPlace {
  url: string;
  /** When the URL ends, in milliseconds since 1970. */
  expiresAt: number;
}

/**
 * Asks where the recording can be heard; raises an error whose message is for the person. `renewal`: for somebody who
 * is listening already, because the URL has ended or stopped answering.
 */
export type OpenRecording = (signal: AbortSignal, how: { renewal: boolean }) => Promise<RecordingPlace>;

/** A player as its controls use it. */
export interface Player {
  state: PlayerState;
  /** For the audio element that sounds. */
  audio: RefObject<HTMLAudioElement | null>;
  play: () => void;
  pause: () => void;
  /** Plays what stands, stops what plays. */
  toggle: () => void;
  /** Seconds from the start; before the start or after the end means there. */
  seek: (position: number) => void;
  /** Seconds forward, or back when negative. */
  skip: (by: number) => void;
  setSpeed: (speed: Speed) => void;
  setVolume: (volume: number) => void;
  toggleMute: () => void;
}

const problems = {
  unplayable: 'The recording could not be loaded, or this browser cannot play it.',
  unreachable: 'The recording could not be loaded. Check your connection and try again.',
  forbidden: 'The browser did not start by itself. Press Play to listen.',
} as const;

/** A URL this near its end is not used any more, in milliseconds. */
const nearItsEnd = 3000;

/**
 * Plays a recording by a short-lived URL. Nothing is asked for before somebody plays, and once for each listening; a
 * URL that has ended, or stops answering, is replaced and the recording goes on where it was.
 */
export function usePlayer(
  open: OpenRecording,
  duration: number,
  preferences: Pick<PlayerState, 'speed' | 'volume'>,
): Player {
  const [state, dispatch] = useReducer(playerAfter, undefined, () => freshPlayer(duration, preferences));
  const audio = useRef<HTMLAudioElement>(null);
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });
  const opening = useRef(open);
  useEffect(() => {
    opening.current = open;
  });
  /** The URL in use; null before the first and once it has failed. */
  const place = useRef<RecordingPlace | null>(null);
  /** Where to go on as soon as the recording is there. */
  const resumeAt = useRef<number | null>(null);
  const request = useRef<AbortController | null>(null);
  const wanted = useRef(false);
  /** Somebody listens: from the first answer until the end, however often they pause. Each listening is asked for once. */
  const listening = useRef(false);
  /** The URL was replaced and has not sounded yet: a second failure is a real one. */
  const replaced = useRef(false);

  const sound = useCallback(() => {
    audio.current?.play().catch((error: unknown) => {
      // what else can be wrong, the element tells by its error event
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError' || !wanted.current) return;
      wanted.current = false;
      dispatch({ type: 'failed', problem: problems.forbidden });
    });
  }, []);

  const load = useCallback(
    async (position: number) => {
      request.current?.abort();
      const asked = new AbortController();
      request.current = asked;
      // a seek while the answer is awaited changes it
      resumeAt.current = position;
      try {
        const found = await opening.current(asked.signal, { renewal: listening.current });
        if (asked.signal.aborted || !audio.current) return;
        listening.current = true;
        place.current = found;
        audio.current.src = found.url;
        audio.current.load();
        if (wanted.current) sound();
      } catch (error) {
        if (asked.signal.aborted) return;
        wanted.current = false;
        dispatch({ type: 'failed', problem: error instanceof Error ? error.message : problems.unreachable });
      }
    },
    [sound],
  );

  const play = useCallback(() => {
    const { duration: length, position } = latest.current;
    const from = length > 0 && position >= length ? 0 : position;
    wanted.current = true;
    dispatch({ type: 'play asked' });
    if (place.current && place.current.expiresAt - nearItsEnd > Date.now()) {
      if (audio.current && from !== position) audio.current.currentTime = from;
      sound();
      return;
    }
    replaced.current = false;
    place.current = null;
    // told within the press itself, or some browsers take what sounds later for unasked
    audio.current?.load();
    void load(from);
  }, [load, sound]);

  const pause = useCallback(() => {
    wanted.current = false;
    request.current?.abort();
    audio.current?.pause();
    dispatch({ type: 'paused' });
  }, []);

  const seek = useCallback((position: number) => {
    const to = placeWithin(latest.current, position);
    dispatch({ type: 'seek', position: to });
    if (resumeAt.current !== null || !place.current) resumeAt.current = to;
    else if (audio.current) audio.current.currentTime = to;
  }, []);

  useEffect(() => {
    const element = audio.current;
    if (!element) return;
    const on = {
      loadedmetadata: () => {
        dispatch({ type: 'duration known', duration: element.duration });
        if (resumeAt.current) element.currentTime = resumeAt.current;
        resumeAt.current = null;
      },
      durationchange: () => dispatch({ type: 'duration known', duration: element.duration }),
      timeupdate: () => {
        if (resumeAt.current === null && place.current)
          dispatch({ type: 'moved', position: element.currentTime });
      },
      playing: () => {
        replaced.current = false;
        dispatch({ type: 'playing' });
      },
      waiting: () => dispatch({ type: 'waiting' }),
      pause: () => {
        // the element also pauses while a new URL is put in
        if (!wanted.current) dispatch({ type: 'paused' });
      },
      ended: () => {
        wanted.current = false;
        // playing it again is another listening
        listening.current = false;
        place.current = null;
        resumeAt.current = null;
        dispatch({ type: 'ended' });
      },
      error: () => {
        if (!place.current) return;
        const code = element.error?.code;
        place.current = null;
        const { position } = latest.current;
        if (!wanted.current) return;
        if (!replaced.current) {
          replaced.current = true;
          void load(resumeAt.current ?? position);
          return;
        }
        wanted.current = false;
        resumeAt.current = null;
        dispatch({
          type: 'failed',
          problem: code === MediaError.MEDIA_ERR_NETWORK ? problems.unreachable : problems.unplayable,
        });
      },
    };
    for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(on)) element.removeEventListener(name, listener);
      // an element that is taken away would go on sounding
      request.current?.abort();
      wanted.current = false;
      listening.current = false;
      place.current = null;
      element.pause();
      element.removeAttribute('src');
      element.load();
    };
  }, [load]);

  useEffect(() => {
    if (!audio.current) return;
    audio.current.defaultPlaybackRate = state.speed;
    audio.current.playbackRate = state.speed;
  }, [state.speed]);
  useEffect(() => {
    if (!audio.current) return;
    audio.current.volume = state.volume;
    audio.current.muted = state.volume === 0;
  }, [state.volume]);

  return useMemo(
    () => ({
      state,
      audio,
      play,
      pause,
      toggle: state.status === 'playing' || state.status === 'starting' ? pause : play,
      seek,
      skip: (by) => seek(latest.current.position + by),
      setSpeed: (speed) => dispatch({ type: 'speed', speed }),
      setVolume: (volume) => dispatch({ type: 'volume', volume }),
      toggleMute: () => dispatch({ type: 'mute toggled' }),
    }),
    [state, play, pause, seek],
  );
}
