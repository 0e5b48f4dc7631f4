import { Alert, Group, Text } from '@mantine/core';
import { durationText } from '@mailcall/contract/rules/caller.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useImperativeHandle, useRef } from 'react';
import { useKeyHelp } from '../../platform/keys.ts';
import { usePageKeys } from '../page-keys.ts';
import { PlaybackButtons, SpeedSelect, VolumeControl } from './player-controls.tsx';
import classes from './player.module.css';
import { usePlayOnMount, useSavedPreferences, useStoredPreferences } from './player-preferences.ts';
import { arrowSeconds, type PlayerState } from './player-state.ts';
import type { FetchRecordingSource } from './recording-playback.ts';
import { type Piece, SeekBar } from './seek-bar.tsx';
import { type Player as PlayerControl, usePlayer } from './use-player.ts';

/** Lets neighboring content play a place of the recording, in seconds. */
export interface PlayerHandle {
  playFrom: (position: number) => void;
}

/** Plays a recording. Space and arrow keys work while no control has the focus. The browser stores speed and volume. */
export function Player({
  open,
  duration,
  peaks,
  playAtOnce = false,
  pieces,
  below,
  handle,
}: {
  open: FetchRecordingSource;
  /** Seconds, until the recording's duration is known. */
  duration: number;
  /** Loudness in equal steps, 0 to 100; null if not known. */
  peaks: readonly number[] | null;
  playAtOnce?: boolean;
  pieces?: readonly Piece[];
  /** Content below the controls that follows the recording; places are seconds. */
  below?: (recording: Pick<PlayerState, 'position' | 'duration'> & PlayerHandle) => ReactNode;
  handle?: RefObject<PlayerHandle | null>;
}) {
  const container = useRef<HTMLDivElement>(null);
  const player = usePlayer(open, duration, useSavedPreferences());
  const { state } = player;
  useStoredPreferences(state);
  usePlayOnMount(playAtOnce, player.play);
  const playFrom = (position: number) => {
    player.seek(position);
    player.play();
  };
  useImperativeHandle(handle, () => ({ playFrom }));
  usePlayerKeys(container, player);
  return (
    <div ref={container} role="group" aria-label="Recording" className={classes.player}>
      {/* recordings have no captions; a summary stands beside the player */}
      <audio ref={player.audio} preload="none" />
      <SeekBar
        peaks={peaks}
        position={state.position}
        duration={state.duration}
        onSeek={player.seek}
        {...(pieces && { pieces })}
      />
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" className={classes.time}>
          {durationText(state.position)}
        </Text>
        <Text size="sm" c="dimmed" className={classes.time}>
          {durationText(state.duration)}
        </Text>
      </Group>
      <div className={classes.controls}>
        <SpeedSelect speed={state.speed} onChange={player.setSpeed} />
        <PlaybackButtons status={state.status} onToggle={player.toggle} onSkip={player.skip} />
        <VolumeControl volume={state.volume} onChange={player.setVolume} onToggleMute={player.toggleMute} />
      </div>
      {state.problem ? (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />} p="xs">
          <Text size="sm">{state.problem}</Text>
        </Alert>
      ) : null}
      {below?.({ position: state.position, duration: state.duration, playFrom })}
    </div>
  );
}

function usePlayerKeys(
  container: RefObject<HTMLElement | null>,
  { toggle, skip }: Pick<PlayerControl, 'toggle' | 'skip'>,
): void {
  useKeyHelp([
    { key: ' ', description: 'Play or pause the recording' },
    { key: 'ArrowLeft', description: 'Back in the recording' },
    { key: 'ArrowRight', description: 'Forward in the recording' },
  ]);
  usePageKeys(
    container,
    { ' ': toggle, ArrowLeft: () => skip(-arrowSeconds), ArrowRight: () => skip(arrowSeconds) },
    { outsideControls: true },
  );
}
