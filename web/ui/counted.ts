import { thousands } from '@mailcall/contract/rules/rates.ts';

/** '1 lead', '1,200 leads'. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${thousands(count)} ${count === 1 ? one : several}`;
