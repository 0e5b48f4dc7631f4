import { ActionIcon, Group, Loader, NativeSelect, Slider, Tooltip } from '@mantine/core';
import {
  type Icon,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward10,
  IconRewindForward10,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import classes from './player.module.css';
import { type PlayerState, skipSeconds, type Speed, speeds } from './player-state.ts';

export function SpeedSelect({ speed, onChange }: { speed: Speed; onChange: (speed: Speed) => void }) {
  return (
    <NativeSelect
      size="sm"
      aria-label="Speed"
      value={String(speed)}
      data={speeds.map((value) => ({ value: String(value), label: `${value}×` }))}
      onChange={(event) => {
        const selected = speeds.find((value) => String(value) === event.currentTarget.value);
        if (selected !== undefined) onChange(selected);
      }}
      className={classes.speed}
    />
  );
}

export function PlaybackButtons({
  status,
  onToggle,
  onSkip,
}: {
  status: PlayerState['status'];
  onToggle: () => void;
  /** Seconds forward, or back if negative. */
  onSkip: (by: number) => void;
}) {
  const isPlaying = status === 'playing' || status === 'starting';
  return (
    <Group gap="xs" wrap="nowrap" className={classes.main}>
      <SkipButton direction="Back" icon={IconRewindBackward10} onClick={() => onSkip(-skipSeconds)} />
      <ActionIcon
        size={52}
        radius="xl"
        variant="filled"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        onClick={onToggle}
      >
        {status === 'starting' ? (
          <Loader size={22} color="white" />
        ) : isPlaying ? (
          <IconPlayerPauseFilled size={22} aria-hidden />
        ) : (
          <IconPlayerPlayFilled size={22} aria-hidden />
        )}
      </ActionIcon>
      <SkipButton direction="Forward" icon={IconRewindForward10} onClick={() => onSkip(skipSeconds)} />
    </Group>
  );
}

function SkipButton({
  direction,
  icon: Glyph,
  onClick,
}: {
  direction: 'Back' | 'Forward';
  icon: Icon;
  onClick: () => void;
}) {
  const label = `${direction} ${skipSeconds} seconds`;
  return (
    <Tooltip label={label}>
      <ActionIcon size={44} radius="xl" variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        <Glyph size={22} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Mute and volume, 0 to 1; 0 is muted. */
export function VolumeControl({
  volume,
  onChange,
  onToggleMute,
}: {
  volume: number;
  onChange: (volume: number) => void;
  onToggleMute: () => void;
}) {
  const isMuted = volume === 0;
  const Glyph = isMuted ? IconVolumeOff : IconVolume;
  return (
    <Group gap={6} wrap="nowrap" className={classes.volume}>
      <ActionIcon
        size={44}
        radius="xl"
        variant="subtle"
        color="gray"
        aria-label="Mute"
        aria-pressed={isMuted}
        onClick={onToggleMute}
      >
        <Glyph size={20} aria-hidden />
      </ActionIcon>
      <Slider
        w={88}
        size="sm"
        min={0}
        max={1}
        step={0.05}
        value={volume}
        onChange={onChange}
        label={null}
        thumbLabel="Volume"
        thumbValueText={(value) => `${Math.round(value * 100)} percent`}
      />
    </Group>
  );
}
