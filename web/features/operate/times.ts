import { asOfText } from '../../ui/dates.ts';

export const timeText = (instant: string | null, otherwise: string): string =>
  instant === null ? otherwise : asOfText(instant, new Date());
