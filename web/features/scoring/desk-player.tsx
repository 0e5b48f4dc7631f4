import { Alert, Button, Group, Switch, Text } from '@mantine/core';
import { durationText } from '@mailcall/contract/rules/caller.ts';
import { IconAlertTriangle, IconFlag, IconRepeat } from '@tabler/icons-react';
import {
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import * as z from 'zod/mini';
import { useKeyHelp } from '../../platform/keys.ts';
import { readStored, writeStored } from '../../platform/stored-values.ts';
import { usePageKeys } from '../../ui/page-keys.ts';
import { PlaybackButtons, SpeedSelect, VolumeControl } from '../../ui/player/player-controls.tsx';
import playerClasses from '../../ui/player/player.module.css';
import {
  usePlayOnMount,
  useSavedPreferences,
  useStoredPreferences,
} from '../../ui/player/player-preferences.ts';
import { arrowSeconds } from '../../ui/player/player-state.ts';
import type { FetchRecordingSource } from '../../ui/player/recording-playback.ts';
import { type Piece, SeekBar } from '../../ui/player/seek-bar.tsx';
import { Transcript } from '../../ui/player/transcript.tsx';
import { usePlayer } from '../../ui/player/use-player.ts';
import type { DeskWork, ScoringDesk } from './desk.ts';
import classes from './desk-player.module.css';
import { behindSilence, type Loop, loopAfter, loopTarget, silentParts, speedAfter } from './player-rules.ts';

export interface PlayerHandle {
  /** Seconds; the piece that is repeated, or the present second. */
  place(): { from: number; to: number | null };
  seek(position: number): void;
  play(): void;
}

const skipsSilenceKey = 'skip-silence';

function useSkipsSilence(): [on: boolean, set: (on: boolean) => void] {
  const [on, setOn] = useState(() => readStored(skipsSilenceKey, z.boolean()) ?? false);
  return [
    on,
    (next) => {
      writeStored(skipsSilenceKey, next);
      setOn(next);
    },
  ];
}

/** The recording that is loaded already: to play it asks the server for nothing. */
function useLoadedSource(desk: ScoringDesk, { recording }: DeskWork): FetchRecordingSource {
  const hasFailed = useRef(false);
  return useCallback(
    async (_, { renewal }) => {
      const isFirst = !renewal && !hasFailed.current;
      hasFailed.current = true;
      const loaded = isFirst && recording ? await recording.catch(() => null) : null;
      hasFailed.current = loaded === null && !isFirst;
      return { url: loaded ?? (await desk.reloadRecording()), expiresAt: Number.POSITIVE_INFINITY };
    },
    [desk, recording],
  );
}

export function DeskPlayer({
  desk,
  work,
  playAtOnce,
  handle,
  onMark,
}: {
  desk: ScoringDesk;
  work: DeskWork;
  playAtOnce: boolean;
  handle: RefObject<PlayerHandle | null>;
  onMark: () => void;
}) {
  const container = useRef<HTMLDivElement>(null);
  const peaks = work.call.recording?.peaks ?? null;
  const player = usePlayer(useLoadedSource(desk, work), work.call.callDuration, useSavedPreferences());
  const { state, seek } = player;
  const [skipsSilence, setSkipsSilence] = useSkipsSilence();
  const [loop, setLoop] = useState<Loop | null>(null);
  const silence = useMemo(() => silentParts(peaks, state.duration), [peaks, state.duration]);
  useStoredPreferences(state);
  usePlayOnMount(playAtOnce, player.play);
  const { status, position } = state;
  useEffect(() => {
    if (status !== 'playing') return;
    desk.touch();
    const target = loopTarget(loop, position) ?? (skipsSilence ? behindSilence(silence, position) : null);
    if (target !== null) seek(target);
  }, [status, position, loop, skipsSilence, silence, seek, desk]);
  const isHeard = useRef(false);
  useEffect(() => {
    if (status !== 'playing' || isHeard.current) return;
    isHeard.current = true;
    desk.recordPlay();
  }, [status, desk]);
  useImperativeHandle(handle, () => ({
    place: () =>
      loop !== null && loop.to !== null ? { from: loop.from, to: loop.to } : { from: position, to: null },
    seek,
    play: player.play,
  }));
  const setBound = (bound: 'from' | 'to') => setLoop(loopAfter(loop, bound, position));
  useKeyHelp([
    { key: ' ', description: 'Play or pause the recording' },
    { key: 'ArrowLeft', description: 'Back in the recording' },
    { key: 'ArrowRight', description: 'Forward in the recording' },
    { key: ',', description: 'Slower' },
    { key: '.', description: 'Faster' },
    { key: 'q', description: 'Skip silence, or play it' },
    { key: '[', description: 'Repeat from here' },
    { key: ']', description: 'Repeat up to here' },
    { key: '\\', description: 'End the repetition' },
  ]);
  usePageKeys(
    container,
    {
      ' ': player.toggle,
      ArrowLeft: () => player.skip(-arrowSeconds),
      ArrowRight: () => player.skip(arrowSeconds),
    },
    { outsideControls: true },
  );
  usePageKeys(container, {
    ',': () => player.setSpeed(speedAfter(state.speed, -1)),
    '.': () => player.setSpeed(speedAfter(state.speed, 1)),
    q: () => setSkipsSilence(!skipsSilence),
    '[': () => setBound('from'),
    ']': () => setBound('to'),
    '\\': () => setLoop(null),
  });
  const pieces: Piece[] = [
    ...(loop ? [{ ...loop, kind: 'loop' as const }] : []),
    ...work.marks.map(({ from, to }) => ({
      from: from / 1000,
      to: to === null ? null : to / 1000,
      kind: 'mark' as const,
    })),
  ];
  return (
    <div ref={container} role="group" aria-label="Recording" className={playerClasses.player}>
      {/* recordings have no captions */}
      <audio ref={player.audio} preload="none" />
      <SeekBar
        peaks={peaks}
        position={state.position}
        duration={state.duration}
        pieces={pieces}
        onSeek={player.seek}
      />
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" className={playerClasses.time}>
          {durationText(state.position)}
        </Text>
        <Text size="sm" c="dimmed" className={playerClasses.time}>
          {durationText(state.duration)}
        </Text>
      </Group>
      <div className={playerClasses.controls}>
        <SpeedSelect speed={state.speed} onChange={player.setSpeed} />
        <PlaybackButtons status={state.status} onToggle={player.toggle} onSkip={player.skip} />
        <VolumeControl volume={state.volume} onChange={player.setVolume} onToggleMute={player.toggleMute} />
      </div>
      <div className={classes.tools}>
        <Switch
          size="sm"
          label="Skip silence"
          checked={skipsSilence}
          onChange={(event) => setSkipsSilence(event.currentTarget.checked)}
        />
        <Button
          size="compact-sm"
          variant="default"
          className={classes.tool ?? ''}
          leftSection={<IconFlag size={14} aria-hidden />}
          onClick={onMark}
        >
          Mark
        </Button>
      </div>
      <div className={classes.tools} role="group" aria-label="Repeat a piece">
        <span className={classes.toolsName} aria-hidden>
          <IconRepeat size={14} /> Repeat
        </span>
        <span className={classes.group}>
          <Button
            size="compact-sm"
            variant="default"
            className={classes.tool ?? ''}
            onClick={() => setBound('from')}
          >
            {loop === null ? 'From here' : `From ${durationText(loop.from)}`}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            className={classes.tool ?? ''}
            onClick={() => setBound('to')}
          >
            {loop === null || loop.to === null ? 'To here' : `To ${durationText(loop.to)}`}
          </Button>
          {loop !== null && (
            <Button
              size="compact-sm"
              variant="default"
              className={classes.tool ?? ''}
              onClick={() => setLoop(null)}
            >
              End
            </Button>
          )}
        </span>
      </div>
      {work.call.transcript.length > 0 && (
        <Transcript
          turns={work.call.transcript}
          position={state.position}
          duration={state.duration}
          onPlayFrom={(seconds) => {
            seek(seconds);
            player.play();
          }}
        />
      )}
      {state.problem ? (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />} p="xs">
          <Text size="sm">{state.problem}</Text>
        </Alert>
      ) : null}
    </div>
  );
}
