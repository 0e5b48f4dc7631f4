import { messages } from './messages.ts';

/** Separators that people type between digits. */
const separators = /[\s.\u2010-\u2015-]/g;

/** Six digits of a typed code without separators. Other texts, such as a magic link's code, are only trimmed. */
export function readSignInCode(text: string): string {
  const digits = text.replace(separators, '');
  return /^\d{6}$/.test(digits) ? digits : text.trim();
}

/** State of a refused code: `expired` was right but too late, `unknown` was never sent to this person. */
export type RefusedState = 'used' | 'replaced' | 'expired' | 'unknown';

const ofCodes: Readonly<Record<RefusedState, string>> = {
  used: messages.codeUsed,
  replaced: messages.codeReplaced,
  expired: messages.codeExpired,
  unknown: messages.wrongCode,
};
const ofLinks: Readonly<Record<RefusedState, string>> = {
  used: messages.linkUsed,
  replaced: messages.linkReplaced,
  expired: messages.linkExpired,
  unknown: messages.linkUnknown,
};

/** Six digits are typed; the code of a link has 43 characters, some of which a mail program can have cut off. */
const shortestLinkCode = 20;

/** Whether a code belongs to a link: people do not type or guess such a code. */
export const isLinkCode = (code: string): boolean => code.length >= shortestLinkCode;

/** Message for a refused code; `isOver` if too many wrong codes were typed for the one that was sent. */
export const refusalOf = (state: RefusedState, { ofLink = false, isOver = false } = {}): string =>
  ofLink ? ofLinks[state] : isOver ? messages.codeOver : ofCodes[state];

const needingNewOne: ReadonlySet<string> = new Set([
  messages.codeOver,
  messages.codeExpired,
  messages.codeUsed,
  messages.codeReplaced,
  ...Object.values(ofLinks),
]);

/** Whether a refusal means that only a new code or link helps. */
export const needsNewCode = (refusal: string | null): boolean =>
  refusal !== null && needingNewOne.has(refusal);
