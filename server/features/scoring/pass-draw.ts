/** Counted in saves of one person and outcome. */
export interface PassDraw {
  percent: number;
  saves: number;
  place: number;
  partEnd: number;
}

/**
 * Chooses one random save in each part of 100 / percent saves. This keeps the share for each person and outcome, and hides the chosen save.
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
  while (draw.place < draw.saves) {
    isChosen = true;
    draw.place = draw.partEnd + random() * length;
    draw.partEnd += length;
    // a save is chosen once
    if (draw.place < draw.saves) draw.place = draw.saves;
  }
  return { isChosen, draw };
}
