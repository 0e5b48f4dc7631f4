import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import {
  columnsProblem,
  looksLikePatient,
  type PatientField,
  patientFieldLabels,
  patientFields,
} from '@mailcall/contract/rules/patient-columns.ts';
import { readPatientRow } from '@mailcall/contract/rules/patient-row.ts';
import { textEncodings } from '@mailcall/contract/rules/text-encodings.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { DialogProblem } from '../../ui/dialog.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { rereadUpload, startUpload, type UploadedFile } from './api.ts';
import { encodingNames, mixedLinesText, writtenText } from './list-texts.ts';
import { OmittedLines } from './omitted-lines.tsx';
import { ListNameField, suggestedList } from './list-name-field.tsx';
import { useLostFocus } from '../../ui/focus-element.ts';
import { AccountName } from '../accounts/index.ts';
import classes from './patient-lists.module.css';

type Columns = (PatientField | null)[];

const options = [
  { value: '', label: 'Not used' },
  ...patientFields.map((field) => ({ value: field, label: patientFieldLabels[field] })),
];

export function ColumnsForm({
  file,
  onFile,
  onStarted,
  onBack,
}: {
  file: UploadedFile;
  onFile: (file: UploadedFile) => void;
  onStarted: (uploadId: string) => void;
  onBack: () => void;
}) {
  const { upload } = file;
  const [columns, setColumns] = useState<Columns>(() => file.columns.map(({ field }) => field));
  const [name, setName] = useState(file.listName);
  const [replacedListId, setReplaced] = useState(() => suggestedList(file, file.listName));
  const [includedLines, setIncludedLines] = useState<ReadonlySet<number>>(new Set());
  const rowCount = upload.rowCount + includedLines.size;
  const mixedLines = mixedLinesText(file);
  const problem = columnsProblem(columns);
  const unreadable = unreadableColumns(file, columns);
  const start = useMutation({
    mutationFn: () =>
      startUpload(upload.id, {
        columns,
        name: name.trim(),
        replacedListId,
        includedLines: [...includedLines],
      }),
    onSuccess: ({ id }) => onStarted(id),
  });
  const reading = useMutation({
    // one after the other, so that the last choice is shown
    scope: { id: `layout ${upload.id}` },
    mutationFn: (layout: Layout) => rereadUpload(upload.id, layout),
    onSuccess: (next) => {
      onFile(next);
      setColumns(next.columns.map(({ field }) => field));
      setIncludedLines(new Set());
    },
  });
  const isChanged =
    name !== file.listName ||
    replacedListId !== suggestedList(file, name) ||
    includedLines.size > 0 ||
    file.columns.some(({ field }, at) => field !== columns[at]);
  const leave = useUnsavedInput(isChanged && !start.isPending && !start.isSuccess);
  const intro = useRef<HTMLParagraphElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => intro.current?.focus(), []);
  useLostFocus(button);
  return (
    <Stack gap="md">
      <Text size="sm" ref={intro} tabIndex={-1} className={classes.intro ?? ''}>
        {upload.fileName}: {counted(upload.rowCount, 'row', 'rows')} for <AccountName of={upload} />. Check
        what each column means; these are the first rows.{' '}
        <Text span c="dimmed">
          {writtenText(file)}
        </Text>
      </Text>
      {mixedLines !== null && (
        <Alert color="yellow" variant="light">
          {mixedLines}
        </Alert>
      )}
      {looksLikePatient(file.columns.map(({ header }) => header)) && (
        <Alert color="yellow" variant="light">
          The header line looks like a patient, not like column names. It is not imported. Choose the line
          with the names below. If there is none, add one and choose the file again.
        </Alert>
      )}
      <LayoutFields file={file} onChange={(layout) => reading.mutate(layout)} />
      <DialogProblem text={reading.error?.message ?? null} />
      {unreadable.length > 0 && (
        <Text size="sm" role="status">
          Cells in these columns cannot be read: {unreadable.join(', ')}. Scroll the table to see them, or
          change what the column means.
        </Text>
      )}
      <Preview file={file} columns={columns} onChange={setColumns} />
      <DialogProblem text={problem} />
      <OmittedLines file={file} includedLines={includedLines} onChange={setIncludedLines} />
      <ListNameField
        file={file}
        name={name}
        replacedListId={replacedListId}
        onName={(next) => {
          setName(next);
          // keeps a choice about the same list
          const suggested = suggestedList(file, next);
          if (suggested !== suggestedList(file, name)) setReplaced(suggested);
        }}
        onReplaced={setReplaced}
      />
      <DialogProblem text={start.error?.message ?? null} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" h={44} onClick={() => leave(onBack)}>
          Choose another file
        </Button>
        <Button
          ref={button}
          h={44}
          disabled={problem !== null || name.trim() === '' || reading.isPending}
          loading={start.isPending}
          onClick={() => start.mutate()}
        >
          Import {counted(rowCount, 'row', 'rows')}
        </Button>
      </Group>
    </Stack>
  );
}

type Layout = Parameters<typeof rereadUpload>[1];

const encodings = textEncodings.map((encoding) => ({ value: encoding, label: encodingNames[encoding] }));

function LayoutFields({ file, onChange }: { file: UploadedFile; onChange: (layout: Layout) => void }) {
  const { encoding, headerLine, headLines } = file;
  return (
    <Group gap="md" align="flex-start">
      <NativeSelect
        label="Header line"
        description="The line with the names of the columns"
        className={classes.layoutField ?? ''}
        value={String(headerLine)}
        data={headLines.map(({ line, text }) => ({ value: String(line), label: `Line ${line}: ${text}` }))}
        onChange={({ currentTarget }) => onChange({ encoding, headerLine: Number(currentTarget.value) })}
      />
      <NativeSelect
        label="Encoding"
        description="Change it if letters look wrong"
        className={classes.layoutField ?? ''}
        value={encoding}
        data={encodings}
        onChange={({ currentTarget }) =>
          onChange({ encoding: currentTarget.value as Layout['encoding'], headerLine: null })
        }
      />
    </Group>
  );
}

function Preview({
  file,
  columns,
  onChange,
}: {
  file: UploadedFile;
  columns: Columns;
  onChange: (columns: Columns) => void;
}) {
  const thisYear = new Date().getFullYear();
  return (
    <section className={classes.preview} aria-label="First rows of the file">
      <table>
        <thead>
          <tr>
            {file.columns.map(({ header }, at) => (
              <th key={at} scope="col">
                <span className={classes.header} title={header}>
                  {header === '' ? `Column ${at + 1}` : header}
                </span>
                <NativeSelect
                  size="sm"
                  aria-label={`Meaning of ${header === '' ? `column ${at + 1}` : header}`}
                  data={options}
                  value={columns[at] ?? ''}
                  onChange={({ currentTarget }) =>
                    onChange(columns.with(at, (currentTarget.value || null) as PatientField | null))
                  }
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {file.rows.map((cells, row) => (
            <PreviewRow key={row} cells={cells} columns={columns} thisYear={thisYear} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Problems of a row by column index; null for the whole row. */
function reasonsOf(
  cells: readonly string[],
  columns: Columns,
  thisYear: number,
): ReadonlyMap<number | null, string> {
  const read = readPatientRow(cells, columns, thisYear);
  if (!read) return new Map();
  if ('problem' in read) return new Map([[read.problem.column, `${read.problem.reason} It is left out.`]]);
  return new Map(read.emptied.map(({ column, reason }) => [column, `${reason} It is left empty.`]));
}

function unreadableColumns(file: UploadedFile, columns: Columns): string[] {
  const thisYear = new Date().getFullYear();
  const found = new Set(file.rows.flatMap((cells) => [...reasonsOf(cells, columns, thisYear).keys()]));
  return file.columns.flatMap(({ header }, at) => (found.has(at) ? [header || `Column ${at + 1}`] : []));
}

function PreviewRow({
  cells,
  columns,
  thisYear,
}: {
  cells: readonly string[];
  columns: Columns;
  thisYear: number;
}) {
  const reasons = reasonsOf(cells, columns, thisYear);
  return (
    <tr>
      {columns.map((field, at) => {
        // the first cell shows problems of the whole row
        const reason = reasons.get(at) ?? (at === 0 ? reasons.get(null) : undefined);
        return (
          <td
            key={at}
            data-unread={field === null || undefined}
            data-wrong={reason !== undefined || undefined}
          >
            {cells[at]}
            {reason !== undefined && (
              <Text size="xs" fw={400} style={{ whiteSpace: 'normal' }}>
                {reason}
              </Text>
            )}
          </td>
        );
      })}
    </tr>
  );
}
