import { useElementSize } from '@mantine/hooks';
import { durationText } from '@mailcall/contract/rules/caller.ts';
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useState } from 'react';
import classes from './player.module.css';
import { arrowSeconds, barsOf } from './player-state.ts';

const height = 56;
/** Pixels of a bar, and of the gap after it. */
const bar = 2;
const gap = 2;
const pageSeconds = 30;

function barsPath(peaks: readonly number[], width: number): string {
  return barsOf(peaks, Math.floor((width + gap) / (bar + gap)))
    .map((peak, index) => {
      const barHeight = Math.max(2, (peak / 100) * (height - 8));
      return `M${index * (bar + gap)} ${(height - barHeight) / 2}h${bar}v${barHeight}h-${bar}z`;
    })
    .join('');
}

function positionOfKey(key: string, position: number, duration: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return position + arrowSeconds;
    case 'ArrowLeft':
    case 'ArrowDown':
      return position - arrowSeconds;
    case 'PageUp':
      return position + pageSeconds;
    case 'PageDown':
      return position - pageSeconds;
    case 'Home':
      return 0;
    case 'End':
      return duration;
    default:
      return undefined;
  }
}

function useDrag(duration: number, onSeek: (position: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const positionAt = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.min(duration, Math.max(0, ((event.clientX - box.left) / box.width) * duration));
  };
  return {
    dragged,
    listeners: {
      onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged(positionAt(event));
      },
      onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
        if (dragged !== null) setDragged(positionAt(event));
      },
      onPointerUp: (event: PointerEvent<HTMLDivElement>) => {
        if (dragged === null) return;
        setDragged(null);
        onSeek(positionAt(event));
      },
      onPointerCancel: () => setDragged(null),
    },
  };
}

/** Piece of the recording to show on the waveform, in seconds. */
export interface Piece {
  from: number;
  /** Null for a point. */
  to: number | null;
  kind: 'mark' | 'chosen' | 'loop';
}

const noPieces: readonly Piece[] = [];

/** Waveform with the position: a slider for click, drag and keys (arrows 5 seconds, Page keys 30, Home, End). */
export function SeekBar({
  peaks,
  position,
  duration,
  pieces = noPieces,
  onSeek,
}: {
  /** Loudness in equal steps, 0 to 100; null if not known. */
  peaks: readonly number[] | null;
  position: number;
  duration: number;
  /** Marked pieces. They are named elsewhere: a slider has no content for screen readers. */
  pieces?: readonly Piece[];
  onSeek: (position: number) => void;
}) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const { dragged, listeners } = useDrag(duration, onSeek);
  const displayed = dragged ?? position;
  const share = duration > 0 ? Math.min(1, displayed / duration) : 0;
  const press = (event: KeyboardEvent) => {
    const target = positionOfKey(event.key, position, duration);
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onSeek(target);
  };
  return (
    <div
      ref={ref}
      role="slider"
      tabIndex={0}
      aria-label="Position in the recording"
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(displayed)}
      aria-valuetext={`${durationText(displayed)} of ${durationText(duration)}`}
      className={classes.seek}
      onKeyDown={press}
      {...listeners}
    >
      <Waveform peaks={peaks} width={width} share={share} />
      {pieces.map(({ from, to, kind }) => (
        <div
          key={`${kind} ${from} ${to}`}
          className={classes.piece}
          data-kind={kind}
          data-point={to === null || undefined}
          style={{
            left: percentOf(from, duration),
            width: to === null ? undefined : percentOf(to - from, duration),
          }}
        />
      ))}
      <div className={classes.needle} style={{ left: `${share * 100}%` }} />
    </div>
  );
}

const percentOf = (seconds: number, duration: number) =>
  `${duration > 0 ? Math.min(100, (seconds / duration) * 100) : 0}%`;

function Waveform({
  peaks,
  width,
  share,
}: {
  peaks: readonly number[] | null;
  width: number;
  share: number;
}) {
  const clip = useId();
  const path = useMemo(() => (peaks && width > 0 ? barsPath(peaks, width) : null), [peaks, width]);
  if (path === null || path === '') {
    return (
      <div className={classes.track}>
        <div className={classes.trackPlayed} style={{ width: `${share * 100}%` }} />
      </div>
    );
  }
  return (
    <svg width={width} height={height} aria-hidden className={classes.wave}>
      <clipPath id={clip}>
        <rect x={0} y={0} width={share * width} height={height} />
      </clipPath>
      <path d={path} className={classes.ahead} />
      <path d={path} className={classes.played} clipPath={`url(#${clip})`} />
    </svg>
  );
}
