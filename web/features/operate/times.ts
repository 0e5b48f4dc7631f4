import { asOfText } from '../../ui/dates.ts';

/** A moment as the page shows it, or another text where there is none. */
export const timeText = (instant: string | null, otherwise: string): string =>
  instant === null ? otherwise : asOfText(instant, new Date());
