/** `mixed`: UTF-8 with bytes of Windows-1252. */
export const textEncodings = ['utf-8', 'windows-1252', 'macintosh', 'utf-16le', 'utf-16be', 'mixed'] as const;
export type TextEncoding = (typeof textEncodings)[number];
