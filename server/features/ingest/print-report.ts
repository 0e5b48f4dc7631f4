import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import type { ImportReport } from './import-report.ts';
import type { ImportProgress } from './import-run.ts';

const rows = (value: number) => counted(value, 'row');

/** Seconds between lines without a terminal. */
const quietSeconds = 10;

/** One changing line on a terminal, otherwise a line every ten seconds. Pass `done` at the end to complete the line. */
export function printProgress(output: { isTTY?: boolean; write(text: string): unknown }): {
  show(progress: ImportProgress): void;
  done(): void;
} {
  // two files can be imported at once
  const started = new Map<string, number>();
  let lastShown = 0;
  let open = false;
  return {
    show(progress) {
      const key = `${progress.phase} ${progress.file}`;
      const start = started.get(key) ?? progress.seconds;
      if (!started.has(key)) {
        started.set(key, start);
        lastShown = start;
      }
      const elapsed = progress.seconds - start;
      const rate = elapsed > 0.5 ? `, ${thousands(Math.round(progress.rows / elapsed))} rows/s` : '';
      const of = progress.total === null ? '' : ` of ${thousands(progress.total)}`;
      const line = `${progress.file}: ${progress.phase} ${thousands(progress.rows)}${of}${rate}`;
      if (output.isTTY) {
        output.write(`\r\x1b[2K${line}`);
        open = true;
      } else if (progress.seconds - lastShown >= quietSeconds) {
        lastShown = progress.seconds;
        output.write(`${line}\n`);
      }
    },
    done() {
      if (open) output.write('\r\x1b[2K');
      open = false;
    },
  };
}

const columns = ['rows', 'added', 'changed', 'unchanged', 'rejected', 'replaced', 'pending'] as const;

function rejectedText({ files, rejected }: ImportReport): string {
  const unreadable = files.filter((file) => file.unreadable).length;
  const parts = [
    ...(rejected > unreadable ? [rows(rejected - unreadable)] : []),
    ...(unreadable > 0 ? [`${thousands(unreadable)} ${unreadable === 1 ? 'file' : 'files'}`] : []),
  ];
  return parts.join(' and ');
}

export function reportLines(report: ImportReport): string[] {
  const lines: string[] = [];
  const cells = report.files.map((file) => [file.file, ...columns.map((column) => thousands(file[column]))]);
  const table = [['file', ...columns], ...cells];
  const widths =
    table[0]?.map((_, index) => Math.max(...table.map((row) => (row[index] as string).length))) ?? [];
  for (const row of table) {
    lines.push(
      row
        .map((cell, index) =>
          index === 0 ? cell.padEnd(widths[index] as number) : cell.padStart(widths[index] as number),
        )
        .join('  ')
        .trimEnd(),
    );
  }
  const missing = report.files.reduce((sum, file) => sum + file.missingRecordings, 0);
  const images = report.files.reduce((sum, file) => sum + file.missingImages, 0);
  const pending = report.files.reduce((sum, file) => sum + file.pending, 0);
  if (report.rejected > 0) {
    lines.push(
      '',
      `${rejectedText(report)} rejected${report.rejected > report.firstRejections.length ? `, the first ${report.firstRejections.length}` : ''}:`,
    );
    for (const { file, line, column, reason, wholeFile } of report.firstRejections)
      lines.push(`  ${file}:${line}  ${column || (wholeFile ? 'the file' : 'the row')} ${reason}`);
  }
  const emptied = report.files.reduce((sum, file) => sum + file.emptied, 0);
  if (emptied > 0) {
    const subject = `${thousands(emptied)} ${emptied === 1 ? 'cell or part of a cell' : 'cells or parts of cells'}`;
    const first = emptied > report.firstEmptied.length ? `. The first ${report.firstEmptied.length}:` : ':';
    lines.push('', `${subject} could not be read and ${emptied === 1 ? 'was' : 'were'} left out${first}`);
    for (const { file, line, column, reason } of report.firstEmptied)
      lines.push(`  ${file}:${line}  ${column}: ${reason}`);
  }
  if (pending > 0)
    lines.push(
      '',
      `${thousands(pending)} ${pending === 1 ? 'reference leads' : 'references lead'} nowhere yet. The rows are kept; what they name may come later.`,
    );
  if (missing > 0)
    lines.push(
      '',
      `${thousands(missing)} ${missing === 1 ? 'recording is' : 'recordings are'} not in the folder. The calls are kept.`,
    );
  if (images > 0)
    lines.push(
      '',
      `${thousands(images)} ${images === 1 ? 'image is' : 'images are'} not in the folder. The rows are kept without them.`,
    );
  if (report.notices.length > 0) lines.push('', ...report.notices);
  if (report.reportFile) lines.push('', `All of these, row by row: ${report.reportFile}`);
  const total = report.files.reduce((sum, file) => sum + file.rows, 0);
  const taken = report.files.reduce(
    (sum, { added, changed, unchanged, replaced }) => sum + added + changed + unchanged + replaced,
    0,
  );
  lines.push(
    '',
    report.dryRun
      ? `Nothing was written: a dry run. An import would take ${rows(taken)} of ${thousands(total)}.`
      : report.kept
        ? `Imported ${rows(taken)} of ${thousands(total)} in ${report.seconds.toFixed(1)} s.`
        : `Nothing was kept: --strict, and ${rejectedText(report)} rejected.`,
  );
  return lines;
}
