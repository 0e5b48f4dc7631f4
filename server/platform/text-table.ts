/** Rows of text as the lines of a table with aligned columns; the first row is the head. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Formats an instant for tables, in UTC: `2026-03-11 15:00`. */
export const minuteText = (instant: Date | string): string =>
  (typeof instant === 'string' ? instant : instant.toISOString()).slice(0, 16).replace('T', ' ');
