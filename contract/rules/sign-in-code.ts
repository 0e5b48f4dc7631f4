/** What people put between the digits of a code when they read it off a screen. */
const separators = /[\s.\u2010-\u2015-]/g;

/**
 * A sign-in code as it was typed, in its normal form: six digits without blanks, hyphens or full stops between them.
 * Anything else, such as the code of a magic link, only loses the blanks around it.
 */
export function readSignInCode(text: string): string {
  const digits = text.replace(separators, '');
  return /^\d{6}$/.test(digits) ? digits : text.trim();
}
