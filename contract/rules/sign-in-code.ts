/** Separators that people type between digits. */
const separators = /[\s.\u2010-\u2015-]/g;

/** Six digits of a typed code without separators. Other texts, such as a magic link's code, are only trimmed. */
export function readSignInCode(text: string): string {
  const digits = text.replace(separators, '');
  return /^\d{6}$/.test(digits) ? digits : text.trim();
}
