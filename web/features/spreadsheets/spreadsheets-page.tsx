import { Button, FileButton, Skeleton, Text } from '@mantine/core';
import type { Spreadsheet } from '@mailcall/contract/provider-spreadsheets.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { spreadsheetKindTexts } from '@mailcall/contract/rules/spreadsheet-kinds.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { paths } from '../../paths.ts';
import { formatInstantDay } from '../../ui/dates.ts';
import { DialogProblem } from '../../ui/dialog.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { readAgain, sendSpreadsheet, spreadsheetsQuery } from './api.ts';
import { SpreadsheetPage } from './spreadsheet-page.tsx';
import classes from './spreadsheets.module.css';

export function SpreadsheetsSection({ rest }: { rest: string }) {
  return rest === '' ? <SpreadsheetsPage /> : <SpreadsheetPage key={rest} id={rest} />;
}

function SpreadsheetsPage() {
  const spreadsheets = useQuery(spreadsheetsQuery);
  return (
    <div className={classes.page}>
      <PageHeading title="Spreadsheets" />
      <Drop />
      {spreadsheets.isPending && <Skeleton height="8rem" />}
      {spreadsheets.data?.length === 0 && (
        <Text c="dimmed">Files that you drop are listed here for a week.</Text>
      )}
      {spreadsheets.data && spreadsheets.data.length > 0 && (
        <ul className={classes.list} aria-label="Your spreadsheets">
          {spreadsheets.data.map((one) => (
            <li key={one.id} className={classes.item}>
              <Link to={paths.providerSection(`spreadsheets/${one.id}`)} className={classes.name ?? ''}>
                {one.fileName}
              </Link>
              <Text size="sm">{stateText(one)}</Text>
              <Text size="sm" c="dimmed">
                {one.kind === null ? '' : `${spreadsheetKindTexts[one.kind]}, `}
                {counted(one.rowCount, 'row', 'rows')}, kept until {formatInstantDay(one.keptUntil)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function stateText({ state, counts }: Spreadsheet): string {
  const rejected = counts?.rejected ? `, ${counted(counts.rejected, 'row', 'rows')} rejected` : '';
  switch (state) {
    case 'draft':
      return 'Not checked yet';
    case 'checking':
      return 'Being checked';
    case 'checked':
      return `Checked, not imported${rejected}`;
    case 'importing':
      return 'Being imported';
    case 'imported':
      return `Imported${rejected}`;
    case 'failed':
      return 'Failed';
  }
}

function Drop() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [problems, setProblems] = useState<string[]>([]);
  const [notes, setNotes] = useState<string[]>([]);
  const resetInput = useRef<() => void>(null);
  const sending = useMutation({
    // one after the other, so that a refused file does not stop the others
    async mutationFn(files: readonly File[]) {
      const sent: string[] = [];
      const refused: string[] = [];
      const workbooks: string[] = [];
      for (const file of files)
        await sendSpreadsheet(file).then(
          ({ spreadsheet, sheets }) => {
            sent.push(spreadsheet.id);
            if (sheets > 1)
              workbooks.push(`${file.name} has ${sheets} sheets with rows. Each is listed below.`);
          },
          (error: Error) => refused.push(`${file.name}: ${error.message}`),
        );
      return { sent, refused, workbooks };
    },
    async onSuccess({ sent, refused, workbooks }) {
      setProblems(refused);
      setNotes(workbooks);
      void readAgain(client);
      const [only] = sent;
      if (sent.length === 1 && refused.length === 0 && workbooks.length === 0 && only !== undefined)
        await navigate({ to: paths.providerSection(`spreadsheets/${only}`) });
    },
    onSettled: () => resetInput.current?.(),
  });
  const send = (files: readonly File[]) => {
    if (files.length > 0) sending.mutate(files);
  };
  return (
    <>
      <DropZone onFiles={send}>
        <FileButton
          multiple
          resetRef={resetInput}
          onChange={send}
          accept=".xlsx,.csv,.txt,.tsv,.tab,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv,text/plain,text/tab-separated-values"
          inputProps={{ 'aria-label': 'Workbooks and CSV files' }}
        >
          {(props) => (
            <Button {...props} h={44} loading={sending.isPending}>
              Choose spreadsheets
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          Or drop them here: Excel workbooks (.xlsx) or CSV files. Offices, people, mailings and more: up to
          20 MB, 100,000 rows. Nothing changes before you have seen what would.
        </Text>
      </DropZone>
      {notes.map((note) => (
        <Text key={note} size="sm" role="status">
          {note}
        </Text>
      ))}
      {problems.map((problem) => (
        <DialogProblem key={problem} text={problem} />
      ))}
    </>
  );
}
