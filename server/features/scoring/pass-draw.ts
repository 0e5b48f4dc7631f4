/** Where a person stands with saves of one outcome. Places are counted in saves. */
export interface PassDraw {
  percent: number;
  saves: number;
  /** Place of the next chosen save. */
  place: number;
  /** End of the part in which it lies. */
  partEnd: number;
}

/**
 * Draws whether the next save is chosen. Saves are divided into parts of 100 / percent; in each, one random place is chosen. So the share
 * is kept for each person and outcome, and nobody can tell which save it is.
 * @param random from 0 to below 1
 */
export function drawPass(
  known: PassDraw | null,
  percent: number,
  random: () => number,
): { isChosen: boolean; draw: PassDraw | null } {
  if (percent <= 0) return { isChosen: false, draw: null };
  const length = 100 / percent;
  const draw =
    known?.percent === percent
      ? { ...known }
      : { percent, saves: 0, place: random() * length, partEnd: length };
  draw.saves++;
  let isChosen = false;
  // a part can begin and end within one save
  while (draw.place < draw.saves) {
    isChosen = true;
    draw.place = draw.partEnd + random() * length;
    draw.partEnd += length;
    // a save is chosen once
    if (draw.place < draw.saves) draw.place = draw.saves;
  }
  return { isChosen, draw };
}
