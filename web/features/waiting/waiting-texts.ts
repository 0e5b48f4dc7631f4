import { counted } from '../../ui/counted.ts';

/** Callers, and their calls. */
interface CallersCount {
  callers: number;
  calls: number;
}

/** How many callers there are, with their calls: '41 callers (54 calls)'. */
export const callersText = ({ callers, calls }: CallersCount): string =>
  `${counted(callers, 'caller')} (${counted(calls, 'call')})`;

/** How many callers wait for a callback: '41 callers (54 calls) to call back'; those who are snoozed when nobody else waits. */
export const callersToCallBack = (counts: { 'to-call': CallersCount; snoozed: CallersCount }): string =>
  counts['to-call'].callers > 0 || counts.snoozed.callers === 0
    ? `${callersText(counts['to-call'])} to call back`
    : `${callersText(counts.snoozed)} snoozed`;

/** How many mailings wait for the office: '4 postcards to approve'. */
export const postcardsToApprove = (count: number): string => `${counted(count, 'postcard')} to approve`;
