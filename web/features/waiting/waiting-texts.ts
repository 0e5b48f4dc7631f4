import { counted } from '../../ui/counted.ts';

/** How many calls wait for a callback: '54 calls to call back'. */
export const callsToCallBack = (count: number): string => `${counted(count, 'call')} to call back`;

/** How many mailings wait for the office: '4 postcards to approve'. */
export const postcardsToApprove = (count: number): string => `${counted(count, 'postcard')} to approve`;
