import { asOfText } from '../../ui/dates.ts';

/** Time as shown on the page, or another text without one. */
export const timeText = (instant: string | null, otherwise: string): string =>
  instant === null ? otherwise : asOfText(instant, new Date());
