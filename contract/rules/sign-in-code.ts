import { messages } from './messages.ts';

const separators = /[\s.\u2010-\u2015-]/g;

/** Six digits without separators. Other texts, such as a magic link's code, are only trimmed. */
export function readSignInCode(text: string): string {
  const digits = text.replace(separators, '');
  return /^\d{6}$/.test(digits) ? digits : text.trim();
}

/** `expired`: right but too late. `unknown`: never sent to this person. */
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

/** Codes of links have 43 characters; a mail program can cut some off. Typed codes have six digits. */
const shortestLinkCode = 20;

export const isLinkCode = (code: string): boolean => code.length >= shortestLinkCode;

/** `isOver`: too many wrong codes were typed for the sent one. */
export const refusalOf = (state: RefusedState, { ofLink = false, isOver = false } = {}): string =>
  ofLink ? ofLinks[state] : isOver ? messages.codeOver : ofCodes[state];

const needingNewOne: ReadonlySet<string> = new Set([
  messages.codeOver,
  messages.codeExpired,
  messages.codeUsed,
  messages.codeReplaced,
  ...Object.values(ofLinks),
]);

export const needsNewCode = (refusal: string | null): boolean =>
  refusal !== null && needingNewOne.has(refusal);
