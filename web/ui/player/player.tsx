import { ActionIcon, Alert, Group, Loader, NativeSelect, Slider, Text, Tooltip } from '@mantine/core';
import { clockTime } from '@mailcall/contract/rules/caller.ts';
import {
  IconAlertTriangle,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward10,
  IconRewindForward10,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { readStored, writeStored } from '../../platform/stored-values.ts';
import { useKeys } from '../../platform/keys.ts';
import { usePageKeys } from '../page-keys.ts';
import classes from './player.module.css';
import { arrowSeconds, skipSeconds, speeds } from './player-state.ts';
import { SeekBar } from './seek-bar.tsx';
import { type OpenRecording, usePlayer } from './use-player.ts';

const preferencesSchema = z.object({ speed: z.literal(speeds), volume: z.number().min(0).max(1) });
const preferencesKey = 'player';

/**
 * Plays a recording: waveform to seek in, skips, speed and volume, which this browser remembers. Space plays and
 * pauses and the arrow keys seek wherever no control has the focus.
 */
export function Player({
  open,
  duration,
  peaks,
  playAtOnce = false,
}: {
  open: OpenRecording;
  /** Seconds, until the recording itself says. */
  duration: number;
  peaks: readonly number[] | null;
  /** Play was pressed before the player was there. */
  playAtOnce?: boolean;
}) {
  const place = useRef<HTMLDivElement>(null);
  const player = usePlayer(
    open,
    duration,
    readStored(preferencesKey, preferencesSchema) ?? { speed: 1, volume: 1 },
  );
  const { state, play } = player;
  const sounds = state.status === 'playing' || state.status === 'starting';
  const muted = state.volume === 0;

  useEffect(() => {
    // a muted player that comes up again muted would seem broken
    if (state.volume > 0) writeStored(preferencesKey, { speed: state.speed, volume: state.volume });
  }, [state.speed, state.volume]);

  useEffect(() => {
    if (!playAtOnce) return;
    // not within the effect: one that is undone at once must not have asked for the recording
    const soon = window.setTimeout(play);
    return () => window.clearTimeout(soon);
  }, [playAtOnce, play]);

  useKeys([
    { key: ' ', does: 'Play or pause the recording' },
    { key: 'ArrowLeft', does: 'Back in the recording' },
    { key: 'ArrowRight', does: 'On in the recording' },
  ]);
  usePageKeys(
    place,
    {
      ' ': player.toggle,
      ArrowLeft: () => player.skip(-arrowSeconds),
      ArrowRight: () => player.skip(arrowSeconds),
    },
    { outsideControls: true },
  );

  return (
    <div ref={place} role="group" aria-label="Recording" className={classes.player}>
      {/* recordings of phone calls have no captions; their summary stands beside */}
      <audio ref={player.audio} preload="none" />
      <SeekBar peaks={peaks} position={state.position} duration={state.duration} onSeek={player.seek} />
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" className={classes.time}>
          {clockTime(state.position)}
        </Text>
        <Text size="sm" c="dimmed" className={classes.time}>
          {clockTime(state.duration)}
        </Text>
      </Group>
      <div className={classes.controls}>
        <NativeSelect
          size="sm"
          aria-label="Speed"
          value={String(state.speed)}
          data={speeds.map((speed) => ({ value: String(speed), label: `${speed}×` }))}
          onChange={(event) => {
            const speed = speeds.find((offered) => String(offered) === event.currentTarget.value);
            if (speed !== undefined) player.setSpeed(speed);
          }}
          className={classes.speed}
        />
        <Group gap="xs" wrap="nowrap" className={classes.main}>
          <Tooltip label={`Back ${skipSeconds} seconds`}>
            <ActionIcon
              size={44}
              radius="xl"
              variant="subtle"
              color="gray"
              aria-label={`Back ${skipSeconds} seconds`}
              onClick={() => player.skip(-skipSeconds)}
            >
              <IconRewindBackward10 size={22} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <ActionIcon
            size={52}
            radius="xl"
            variant="filled"
            aria-label={sounds ? 'Pause' : 'Play'}
            onClick={player.toggle}
          >
            {state.status === 'starting' ? (
              <Loader size={22} color="white" />
            ) : sounds ? (
              <IconPlayerPauseFilled size={22} aria-hidden />
            ) : (
              <IconPlayerPlayFilled size={22} aria-hidden />
            )}
          </ActionIcon>
          <Tooltip label={`Forward ${skipSeconds} seconds`}>
            <ActionIcon
              size={44}
              radius="xl"
              variant="subtle"
              color="gray"
              aria-label={`Forward ${skipSeconds} seconds`}
              onClick={() => player.skip(skipSeconds)}
            >
              <IconRewindForward10 size={22} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
        <Group gap={6} wrap="nowrap" className={classes.volume}>
          <ActionIcon
            size={44}
            radius="xl"
            variant="subtle"
            color="gray"
            aria-label="Mute"
            aria-pressed={muted}
            onClick={player.toggleMute}
          >
            {muted ? <IconVolumeOff size={20} aria-hidden /> : <IconVolume size={20} aria-hidden />}
          </ActionIcon>
          <Slider
            w={88}
            size="sm"
            min={0}
            max={1}
            step={0.05}
            value={state.volume}
            onChange={player.setVolume}
            label={null}
            thumbLabel="Volume"
            thumbValueText={(volume) => `${Math.round(volume * 100)} percent`}
          />
        </Group>
      </div>
      {state.problem ? (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />} p="xs">
          <Text size="sm">{state.problem}</Text>
        </Alert>
      ) : null}
    </div>
  );
}
