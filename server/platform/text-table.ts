const controls = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** Safe on a terminal; names in a feed may contain any character. */
export const printable = (text: string): string => text.replace(controls, ' ');

/** The first row is the head. */
export function tableLines(texts: readonly (readonly string[])[]): string[] {
  const rows = texts.map((row) => row.map(printable));
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** UTC: `2026-03-11 15:00`. */
export const minuteText = (instant: Date | string): string =>
  (typeof instant === 'string' ? instant : instant.toISOString()).slice(0, 16).replace('T', ' ');
