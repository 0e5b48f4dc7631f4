import { Button, Skeleton, Stack, Text } from '@mantine/core';
import type { ReportedRow } from '@mailcall/contract/patient-list-uploads.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { downloadFailure } from '../../platform/downloads.ts';
import { Failed } from '../../ui/answer.tsx';
import { DialogProblem } from '../../ui/dialog.tsx';
import { saveUploadReport, uploadReportQuery } from './api.ts';
import classes from './patient-lists.module.css';

export function ImportReport({
  uploadId,
  rejectedCount,
  emptiedCount,
}: {
  uploadId: string;
  rejectedCount: number;
  emptiedCount: number;
}) {
  const report = useQuery(uploadReportQuery(uploadId));
  const download = useMutation({ mutationFn: () => saveUploadReport(uploadId) });
  return (
    <Stack gap="sm">
      {report.isError ? (
        <Failed error={report.error} onRetry={() => void report.refetch()} />
      ) : report.data ? (
        // the keyboard scrolls it
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={classes.report} aria-label="What could not be read" tabIndex={0}>
          <Items title="Rows left out" items={report.data.rows} count={rejectedCount} />
          <Items title="Cells left empty" items={report.data.cells} count={emptiedCount} />
        </section>
      ) : (
        <Skeleton h={96} />
      )}
      <Button
        variant="default"
        h={44}
        leftSection={<IconDownload size={18} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Download report
      </Button>
      <DialogProblem text={download.isError ? downloadFailure(download.error) : null} />
    </Stack>
  );
}

function Items({ title, items, count }: { title: string; items: readonly ReportedRow[]; count: number }) {
  const id = useId();
  if (items.length === 0) return null;
  return (
    <>
      <h3 id={id} className={classes.reportTitle}>
        {title}
        <Text span size="xs" c="dimmed" ml={6}>
          {thousands(count)}
        </Text>
      </h3>
      <ul className={classes.reportItems} aria-labelledby={id}>
        {items.map(({ row, column, text, reason }) => (
          <li key={`${row} ${column}`} className={classes.reportItem}>
            <span className={classes.reportPlace}>
              Row {thousands(row)}
              {column !== null && `, ${column}`}
              {text !== null && text !== '' && <q className={classes.reportText}>{text}</q>}
            </span>
            <Text span size="sm" c="dimmed">
              {reason}
            </Text>
          </li>
        ))}
      </ul>
      {count > items.length && (
        <Text size="sm" c="dimmed" px={12} pb={8}>
          These are the first {items.length}. The others are in the report.
        </Text>
      )}
    </>
  );
}
