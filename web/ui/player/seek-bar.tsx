import { useElementSize } from '@mantine/hooks';
import { clockTime } from '@mailcall/contract/rules/caller.ts';
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useState } from 'react';
import classes from './player.module.css';
import { arrowSeconds, barsOf } from './player-state.ts';

const height = 56;
/** Width of a bar and of the gap after it, in pixels. */
const bar = 2;
const gap = 2;

function barsPath(peaks: readonly number[], width: number): string {
  return barsOf(peaks, Math.floor((width + gap) / (bar + gap)))
    .map((peak, index) => {
      const tall = Math.max(2, (peak / 100) * (height - 8));
      return `M${index * (bar + gap)} ${(height - tall) / 2}h${bar}v${tall}h-${bar}z`;
    })
    .join('');
}

/**
 * The recording as a waveform, and where it stands: a slider to click, drag or move by keys (arrows 5 seconds, Page
 * keys 30, Home, End).
 */
export function SeekBar({
  peaks,
  position,
  duration,
  onSeek,
}: {
  /** Loudness in equal steps, 0 to 100; null when it is not known. */
  peaks: readonly number[] | null;
  position: number;
  duration: number;
  onSeek: (position: number) => void;
}) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [dragged, setDragged] = useState<number | null>(null);
  const clip = useId();
  const path = useMemo(() => (peaks && width > 0 ? barsPath(peaks, width) : null), [peaks, width]);
  const shown = dragged ?? position;
  const share = duration > 0 ? Math.min(1, shown / duration) : 0;

  const placeOf = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.min(duration, Math.max(0, ((event.clientX - box.left) / box.width) * duration));
  };
  const press = (event: KeyboardEvent) => {
    const to: Record<string, number> = {
      ArrowRight: position + arrowSeconds,
      ArrowUp: position + arrowSeconds,
      ArrowLeft: position - arrowSeconds,
      ArrowDown: position - arrowSeconds,
      PageUp: position + 30,
      PageDown: position - 30,
      Home: 0,
      End: duration,
    };
    const target = to[event.key];
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
      aria-valuenow={Math.round(shown)}
      aria-valuetext={`${clockTime(shown)} of ${clockTime(duration)}`}
      className={classes.seek}
      onKeyDown={press}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged(placeOf(event));
      }}
      onPointerMove={(event) => {
        if (dragged !== null) setDragged(placeOf(event));
      }}
      onPointerUp={(event) => {
        if (dragged === null) return;
        setDragged(null);
        onSeek(placeOf(event));
      }}
      onPointerCancel={() => setDragged(null)}
    >
      {path ? (
        <svg width={width} height={height} aria-hidden className={classes.wave}>
          <clipPath id={clip}>
            <rect x={0} y={0} width={share * width} height={height} />
          </clipPath>
          <path d={path} className={classes.ahead} />
          <path d={path} className={classes.played} clipPath={`url(#${clip})`} />
        </svg>
      ) : (
        <div className={classes.track}>
          <div className={classes.trackPlayed} style={{ width: `${share * 100}%` }} />
        </div>
      )}
      <div className={classes.needle} style={{ left: `${share * 100}%` }} />
    </div>
  );
}
