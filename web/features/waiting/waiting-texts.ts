import { thousands } from '@mailcall/contract/rules/rates.ts';

const counted = (count: number, one: string, many: string) =>
  `${thousands(count)} ${count === 1 ? one : many}`;

/** How many calls wait for a callback: '54 calls to call back'. */
export const callsToCallBack = (count: number): string => `${counted(count, 'call', 'calls')} to call back`;

/** How many mailings wait for the office: '4 postcards to approve'. */
export const postcardsToApprove = (count: number): string =>
  `${counted(count, 'postcard', 'postcards')} to approve`;
