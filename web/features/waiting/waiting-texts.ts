import { counted } from '@mailcall/contract/rules/rates.ts';

interface CallersCount {
  callers: number;
}

const people = ({ callers }: CallersCount): string => counted(callers, 'person', 'people');

/** 'Call back 41 people'; without any, the snoozed ones: '3 people snoozed'. */
export const callersToCallBack = (counts: { 'to-call': CallersCount; snoozed: CallersCount }): string =>
  counts['to-call'].callers > 0 || counts.snoozed.callers === 0
    ? `Call back ${people(counts['to-call'])}`
    : `${people(counts.snoozed)} snoozed`;

/** '48 calls of 46 callers': what the scoreboard lists, also of callers whom the desk closed. */
export const unresolvedText = ({ calls, callers }: { calls: number; callers: number }): string =>
  `${counted(calls, 'call')} of ${counted(callers, 'caller')}`;

export const postcardsToApprove = (count: number): string => `${counted(count, 'postcard')} to approve`;
