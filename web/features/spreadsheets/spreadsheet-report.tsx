import { Button, Text } from '@mantine/core';
import {
  type Spreadsheet,
  type SpreadsheetReport,
  type SpreadsheetRow,
  shownRejections,
} from '@mailcall/contract/provider-spreadsheets.ts';
import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DialogProblem } from '../../ui/dialog.tsx';
import { saveRejectedRows } from './api.ts';
import classes from './spreadsheets.module.css';

type Counts = NonNullable<Spreadsheet['counts']>;

const countTexts: readonly [key: keyof Counts, text: string][] = [
  ['added', 'New'],
  ['changed', 'Changed'],
  ['unchanged', 'Unchanged'],
  ['rejected', 'Rejected'],
  ['replaced', 'Doubled, left out'],
  ['asked', 'Waiting for an answer'],
  ['pending', 'Names without a row yet'],
  ['emptied', 'Cells not read'],
];
const alwaysShown: ReadonlySet<keyof Counts> = new Set(['added', 'changed', 'unchanged', 'rejected']);

export function ReportOfSpreadsheet({
  id,
  headers,
  counts,
  report,
  isImported,
}: {
  id: string;
  headers: readonly string[];
  counts: Counts;
  report: SpreadsheetReport;
  isImported: boolean;
}) {
  const saving = useMutation({ mutationFn: () => saveRejectedRows(id) });
  const groups = report.doubled.length;
  return (
    <>
      <dl className={classes.counts}>
        {countTexts
          .filter(([key]) => counts[key] > 0 || alwaysShown.has(key))
          .map(([key, text]) => (
            <div key={key} data-wrong={(key === 'rejected' && counts[key] > 0) || undefined}>
              <dt>{text}</dt>
              <dd>{thousands(counts[key])}</dd>
            </div>
          ))}
      </dl>
      {counts.rejected > 0 && (
        <Part title="Rejected rows">
          <Text size="sm">
            {isImported ? 'They were not imported.' : 'They will not be imported.'} Download them, correct
            them, and drop the file again. The last column says why.
          </Text>
          <div>
            <Button h={44} variant="default" loading={saving.isPending} onClick={() => saving.mutate()}>
              Download rejected rows
            </Button>
          </div>
          <DialogProblem text={saving.error?.message ?? null} />
          <Rows label="Rejected rows" headers={['Why', ...headers]}>
            {report.rejected.map(({ line, cells, reason }) => (
              <Row key={line} line={line} cells={[reason, ...cells]} isWrong />
            ))}
          </Rows>
          {counts.rejected > shownRejections && (
            <Text size="sm" c="dimmed">
              The first {shownRejections}. The download has all.
            </Text>
          )}
        </Part>
      )}
      {groups > 0 && (
        <Part title={`${counted(report.doubledCount, 'id comes', 'ids come')} more than once`}>
          <Text size="sm">The last good row of each id counts.</Text>
          {report.doubled.map((rows) => (
            <Rows
              key={rows[0]?.line}
              label={`Rows ${rows.map(({ line }) => line).join(', ')}`}
              headers={headers}
            >
              {rows.map((row) => (
                <Row key={row.line} {...row} differs={(cell, at) => cell !== rows[0]?.cells[at]} />
              ))}
            </Rows>
          ))}
          {report.doubledCount > groups && (
            <Text size="sm" c="dimmed">
              The first {groups}.
            </Text>
          )}
        </Part>
      )}
      {report.dates.length > 0 && (
        <Part title="Days and times">
          <ul className={classes.lines}>
            {report.dates.flatMap(({ column, forms }) =>
              forms.map(({ form, cells, example, readAs, isLocal }) => (
                <li key={`${column} ${form}`}>
                  <b>{column}</b>: {counted(cells, 'cell', 'cells')} like {example}, which is{' '}
                  {/^\d{4}-\d{2}-\d{2}$/.test(readAs) ? formatDay(readAs) : readAs}
                  {isLocal && ' by the clock of the office'}
                </li>
              )),
            )}
          </ul>
        </Part>
      )}
      <Sample
        title={isImported ? 'New rows' : 'Rows that would be new'}
        total={counts.added}
        headers={headers}
        rows={report.added}
      />
      <Sample
        title={isImported ? 'Changed rows' : 'Rows that would change'}
        total={counts.changed}
        headers={headers}
        rows={report.changed}
      />
      <Sample title="Unchanged rows" total={counts.unchanged} headers={headers} rows={report.unchanged} />
      {(report.notices.length > 0 || report.emptied.length > 0) && (
        <Part title="Also">
          <ul className={classes.lines}>
            {report.notices.map((notice) => (
              <li key={notice}>{notice}</li>
            ))}
            {report.emptied.map(({ line, column, reason }) => (
              <li key={`${line} ${column} ${reason}`}>
                Line {line}: {reason} The value stays as it is.
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.part}>
      <h3 className={classes.subtitle}>{title}</h3>
      {children}
    </div>
  );
}

function Sample({
  title,
  total,
  headers,
  rows,
}: {
  title: string;
  total: number;
  headers: readonly string[];
  rows: readonly SpreadsheetRow[];
}) {
  if (rows.length === 0) return null;
  return (
    <Part title={rows.length < total ? `${title}: the first ${rows.length} of ${thousands(total)}` : title}>
      <Rows label={title} headers={headers}>
        {rows.map((row) => (
          <Row key={row.line} {...row} />
        ))}
      </Rows>
    </Part>
  );
}

function Rows({
  label,
  headers,
  children,
}: {
  label: string;
  headers: readonly string[];
  children: ReactNode;
}) {
  return (
    // the keyboard scrolls it
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.rows} aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Line</th>
            {headers.map((header, at) => (
              <th key={at} scope="col">
                {header === '' ? `Column ${at + 1}` : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

function Row({
  line,
  cells,
  isWrong = false,
  differs,
}: SpreadsheetRow & { isWrong?: boolean; differs?: (cell: string, at: number) => boolean }) {
  return (
    <tr>
      <td>{line}</td>
      {cells.map((cell, at) => (
        <td
          key={at}
          data-wrong={(isWrong && at === 0) || undefined}
          data-differs={differs?.(cell, at) || undefined}
        >
          {cell}
        </td>
      ))}
    </tr>
  );
}
