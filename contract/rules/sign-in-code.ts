/** The separators that people type between the digits of a code. */
const separators = /[\s.\u2010-\u2015-]/g;

/**
 * Normalizes a typed sign-in code to six digits without spaces, hyphens or periods between them. Anything else, such as
 * the code of a magic link, is only trimmed.
 */
export function readSignInCode(text: string): string {
  const digits = text.replace(separators, '');
  return /^\d{6}$/.test(digits) ? digits : text.trim();
}
