import { Alert, Button, NativeSelect, Progress, Skeleton, Text } from '@mantine/core';
import type { OpenSpreadsheet } from '@mailcall/contract/provider-spreadsheets.ts';
import { type FeedFileName, feedFileNames } from '@mailcall/contract/rules/api-key-scopes.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { spreadsheetKindTexts } from '@mailcall/contract/rules/spreadsheet-kinds.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { paths } from '../../paths.ts';
import { CallFailed } from '../../platform/api.ts';
import { DialogProblem } from '../../ui/dialog.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import {
  checkSpreadsheet,
  importSpreadsheet,
  isBeingRead,
  progressInterval,
  readAgain,
  removeSpreadsheet,
  spreadsheetQuery,
  spreadsheetsQuery,
} from './api.ts';
import { ReportOfSpreadsheet } from './spreadsheet-report.tsx';
import classes from './spreadsheets.module.css';

export function SpreadsheetPage({ id }: { id: string }) {
  const opened = useQuery(spreadsheetQuery(id));
  const isReading = opened.data !== undefined && isBeingRead(opened.data.spreadsheet);
  // the list says how far it is without reading the file's rows
  const list = useQuery({
    ...spreadsheetsQuery,
    enabled: isReading,
    refetchInterval: isReading && progressInterval,
  });
  const listed = isReading ? list.data?.find((one) => one.id === id) : undefined;
  const { refetch } = opened;
  const hasEnded = listed !== undefined && !isBeingRead(listed);
  useEffect(() => {
    if (hasEnded) void refetch();
  }, [hasEnded, refetch]);
  const isGone = opened.error instanceof CallFailed && opened.error.status === 404;
  return (
    <div className={classes.page}>
      <div>
        <Link to={paths.providerSection('spreadsheets')} className={classes.name ?? ''}>
          All spreadsheets
        </Link>
        <PageHeading title={opened.data?.spreadsheet.fileName ?? 'Spreadsheet'} />
      </div>
      {opened.isPending && <Skeleton height="20rem" />}
      {opened.error && !opened.data && (
        <DialogProblem
          text={isGone ? 'This spreadsheet is no longer kept. Drop the file again.' : opened.error.message}
        />
      )}
      {opened.data && (
        <Opened opened={opened.data} doneCount={listed?.doneCount ?? opened.data.spreadsheet.doneCount} />
      )}
    </div>
  );
}

interface Choice {
  kind: FeedFileName | null;
  columns: (string | null)[];
}

const proposedColumns = ({ kinds, headers }: OpenSpreadsheet, kind: FeedFileName | null) =>
  kinds.find((one) => one.kind === kind)?.proposed ?? headers.map(() => null);

function choiceOf(opened: OpenSpreadsheet): Choice {
  const kind = opened.spreadsheet.kind ?? opened.proposedKind;
  return { kind, columns: opened.columns ?? proposedColumns(opened, kind) };
}

const isSame = (one: Choice, other: Choice) =>
  one.kind === other.kind && one.columns.every((column, at) => column === other.columns[at]);

function Opened({ opened, doneCount }: { opened: OpenSpreadsheet; doneCount: number }) {
  const { spreadsheet, report } = opened;
  const { id, state } = spreadsheet;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [choice, setChoice] = useState(() => choiceOf(opened));
  const result = useRef<HTMLHeadingElement>(null);
  const isReading = isBeingRead(spreadsheet);
  // pending until the file was read again: a short one is done by then
  const settle = { onSettled: () => readAgain(client) };
  const check = useMutation({
    mutationFn: () => checkSpreadsheet(id, { kind: choice.kind ?? 'campaigns', columns: choice.columns }),
    ...settle,
  });
  const bring = useMutation({ mutationFn: () => importSpreadsheet(id), ...settle });
  const remove = useMutation({
    mutationFn: () => removeSpreadsheet(id),
    onSuccess: () => navigate({ to: paths.providerSection('spreadsheets') }),
    ...settle,
  });
  const isBusy = isReading || check.isPending || bring.isPending;
  const hasFailed = check.isError || bring.isError;
  const wasBusy = useRef(isBusy);
  useEffect(() => {
    if (wasBusy.current && !isBusy && !hasFailed) result.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy, hasFailed]);
  const isImported = state === 'imported';
  const isChecked = state === 'checked' && isSame(choice, choiceOf(opened));
  const counts = isReading ? null : spreadsheet.counts;
  const wanted = (counts?.added ?? 0) + (counts?.changed ?? 0);
  return (
    <>
      {!isImported && <Columns opened={opened} choice={choice} isReading={isReading} onChange={setChoice} />}
      <DialogProblem text={check.error?.message ?? bring.error?.message ?? remove.error?.message ?? null} />
      {state === 'failed' && <DialogProblem text={spreadsheet.failure} />}
      {isReading && (
        <div role="status" className={classes.progress}>
          <Text size="sm">
            {state === 'checking' ? 'Checking. Nothing is written.' : 'Importing.'} You can leave this page.
          </Text>
          <Progress
            value={(doneCount / Math.max(1, spreadsheet.rowCount)) * 100}
            aria-label="Rows read"
            animated
          />
        </div>
      )}
      {counts && report && (isImported || isChecked) && (
        <section aria-labelledby="spreadsheet-result" className={classes.page}>
          <h2 id="spreadsheet-result" ref={result} tabIndex={-1} className={classes.title}>
            {isImported ? 'Imported' : 'What the import would do'}
          </h2>
          <ReportOfSpreadsheet
            id={id}
            headers={opened.headers}
            counts={counts}
            report={report}
            isImported={isImported}
          />
        </section>
      )}
      <div className={classes.presses}>
        {isChecked ? (
          <Button
            h={44}
            loading={bring.isPending}
            disabled={wanted === 0 && (counts?.asked ?? 0) === 0}
            onClick={() => bring.mutate()}
          >
            Import {counted(wanted, 'row', 'rows')}
          </Button>
        ) : (
          !isImported && (
            <Button
              h={44}
              loading={check.isPending || isReading}
              disabled={choice.kind === null}
              onClick={() => check.mutate()}
            >
              Check
            </Button>
          )
        )}
        <Button
          h={44}
          variant="default"
          disabled={isReading}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {isImported ? 'Remove from this list' : 'Discard'}
        </Button>
      </div>
    </>
  );
}

function Columns({
  opened,
  choice,
  isReading,
  onChange,
}: {
  opened: OpenSpreadsheet;
  choice: Choice;
  isReading: boolean;
  onChange: (choice: Choice) => void;
}) {
  const { headers, rows, kinds, spreadsheet } = opened;
  const kind = kinds.find((one) => one.kind === choice.kind);
  const missing = kind?.required.filter((column) => !choice.columns.includes(column)) ?? [];
  return (
    <>
      <NativeSelect
        label="The rows are"
        className={classes.kind ?? ''}
        disabled={isReading}
        value={choice.kind ?? ''}
        data={[
          ...(choice.kind === null ? [{ value: '', label: 'Choose' }] : []),
          ...kinds.map((one) => ({ value: one.kind, label: spreadsheetKindTexts[one.kind] })),
        ]}
        onChange={({ currentTarget }) => {
          const next = feedFileNames.find((name) => name === currentTarget.value) ?? null;
          onChange({ kind: next, columns: proposedColumns(opened, next) });
        }}
      />
      {missing.length > 0 && (
        <Alert color="yellow" variant="light">
          New rows also need: {missing.join(', ')}.
        </Alert>
      )}
      <Text size="sm">
        {counted(spreadsheet.rowCount, 'row', 'rows')}. Check what each column is; these are the first rows.
      </Text>
      <section className={classes.rows} aria-label="First rows of the file">
        <table>
          <thead>
            <tr>
              {headers.map((header, at) => (
                <th key={at} scope="col">
                  <span className={classes.header} title={header}>
                    {header === '' ? `Column ${at + 1}` : header}
                  </span>
                  <NativeSelect
                    size="sm"
                    className={classes.meaning ?? ''}
                    aria-label={`Meaning of ${header === '' ? `column ${at + 1}` : header}`}
                    disabled={isReading || !kind}
                    data={[
                      { value: '', label: 'Not read' },
                      ...(kind?.columns.map((column) => ({ value: column, label: column })) ?? []),
                    ]}
                    value={choice.columns[at] ?? ''}
                    onChange={({ currentTarget }) =>
                      onChange({
                        ...choice,
                        columns: choice.columns.with(at, currentTarget.value || null),
                      })
                    }
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={row}>
                {headers.map((_, at) => (
                  <td key={at} data-unread={choice.columns[at] === null || undefined}>
                    {cells[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
