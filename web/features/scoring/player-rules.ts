/** Part of a recording, in seconds. */
export interface Part {
  from: number;
  to: number;
}

/** Shortest silence in seconds that is skipped. */
const minSilence = 1.5;
/** Loudness up to which a part is silent: this, or a share of the loudest part. */
const silentPeak = 4;
const silentShare = 0.06;
/** Seconds of silence that are left before speech, so that its first sound is not cut. */
const lead = 0.25;

/** Silent pieces of a recording by its loudness (0 to 100) in equal steps. */
export function silentParts(peaks: readonly number[] | null, duration: number): Part[] {
  if (peaks === null || peaks.length === 0 || duration <= 0) return [];
  const step = duration / peaks.length;
  const limit = Math.max(silentPeak, silentShare * Math.max(...peaks));
  const parts: Part[] = [];
  for (const [index, peak] of peaks.entries()) {
    if (peak > limit) continue;
    const last = parts.at(-1);
    const from = index * step;
    if (last && Math.abs(last.to - from) < step / 2) last.to = from + step;
    else parts.push({ from, to: from + step });
  }
  return parts.filter(({ from, to }) => to - from > minSilence);
}

/** Where playing continues behind the silence at a position; null outside of silence. */
export function behindSilence(parts: readonly Part[], position: number): number | null {
  const part = parts.find(({ from, to }) => position >= from && position < to - 2 * lead);
  return part ? part.to - lead : null;
}

/** A piece that is repeated; without an end it is not yet. */
export interface Loop {
  from: number;
  to: number | null;
}

/** The loop after its beginning or end was set at a position. An end before the beginning begins there. */
export function loopAfter(loop: Loop | null, bound: 'from' | 'to', position: number): Loop {
  if (bound === 'from')
    return { from: position, to: loop !== null && loop.to !== null && loop.to > position ? loop.to : null };
  if (loop === null || position <= loop.from) return { from: 0, to: Math.max(position, 0.5) };
  return { ...loop, to: position };
}

/** Where a loop continues; null while it is not at its end. */
export const loopTarget = (loop: Loop | null, position: number): number | null =>
  loop !== null && loop.to !== null && position >= loop.to ? loop.from : null;

const deskSpeeds = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

export function speedAfter(speed: number, by: 1 | -1): (typeof deskSpeeds)[number] {
  const next =
    by > 0 ? deskSpeeds.find((other) => other > speed) : deskSpeeds.findLast((other) => other < speed);
  return next ?? (by > 0 ? 2 : 0.5);
}
