import { Button, Progress, Skeleton, Stack, Text } from '@mantine/core';
import type { Export } from '@mailcall/contract/exports.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CallFailed } from '../../platform/api.ts';
import { downloadFailure } from '../../platform/downloads.ts';
import { Answer } from '../../ui/answer.tsx';
import { asOfText, formatInstantDay, timeOfDay } from '../../ui/dates.ts';
import { DeferredLayer } from '../../ui/deferred.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { useScope } from '../scope/index.ts';
import { addressOfExport, exportsQuery, isUnfinished } from './api.ts';
import { useExportsAddress } from './exports-address.ts';
import classes from './my-exports.module.css';
import { saveFrom } from './save-file.ts';

/** Button and drawer of the user's large exports, if any. Only for full sessions. */
export function MyExports() {
  const { opened, marked, open, close } = useExportsAddress();
  const { accountIds } = useScope();
  const query = useQuery({ ...exportsQuery, enabled: accountIds.length > 0 });
  const records = query.data?.records ?? [];
  const unfinished = records.filter(isUnfinished).length;
  return (
    <>
      {records.length > 0 ? (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.open}
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
          onClick={() => open()}
        >
          Exports
          {unfinished > 0 ? ` (${unfinished} being written)` : ''}
        </Button>
      ) : null}
      <DeferredLayer opened={opened}>
        {(isOpen) => (
          <SideDrawer opened={isOpen} onClose={close} title="Exports">
            <Text size="sm" c="dimmed" mb="md">
              Large downloads of the last 7 days. Each file is kept for 7 days.
            </Text>
            <Answer
              query={query}
              skeleton={<Skeleton height={96} radius="md" />}
              isEmpty={(data) => data.records.length === 0}
              empty={<Text py="xl">There are no exports.</Text>}
            >
              {(data) => (
                <ul className={classes.list}>
                  {data.records.map((record) => (
                    <ExportItem key={record.id} record={record} marked={record.id === marked} />
                  ))}
                </ul>
              )}
            </Answer>
          </SideDrawer>
        )}
      </DeferredLayer>
    </>
  );
}

const stateLabels: Record<Export['state'], string> = {
  waiting: 'Waiting',
  writing: 'Being written',
  ready: 'Ready',
  failed: 'Failed',
  expired: 'Expired',
};

function ExportItem({ record, marked }: { record: Export; marked: boolean }) {
  return (
    <li className={classes.item} data-marked={marked || undefined} aria-current={marked || undefined}>
      <Stack gap={8}>
        <div className={classes.head}>
          <Text fw={600} className={classes.name}>
            {record.fileName}
          </Text>
          <span className={classes.state} data-state={record.state}>
            {stateLabels[record.state]}
          </span>
        </div>
        <Text size="sm" c="dimmed">
          {thousands(record.rows)} calls, requested {asOfText(record.requestedAt, new Date())}
        </Text>
        <ExportState record={record} />
      </Stack>
    </li>
  );
}

function ExportState({ record }: { record: Export }) {
  switch (record.state) {
    case 'waiting':
    case 'writing':
      return <ExportProgress record={record} />;
    case 'ready':
      return <ReadyExport record={record} />;
    case 'failed':
      return (
        <Text size="sm">
          This file could not be created. Please request it again, or request fewer calls at once.
        </Text>
      );
    case 'expired':
      return <Text size="sm">This file is no longer kept. Please request it again.</Text>;
  }
}

function ExportProgress({ record: { fileName, rows, rowsWritten } }: { record: Export }) {
  const percent = rows === 0 ? 0 : Math.min(100, Math.floor((rowsWritten / rows) * 100));
  return (
    <div>
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label={`${fileName}: written`} />
      </Progress.Root>
      <Text size="sm" mt={4}>
        {thousands(rowsWritten)} of {thousands(rows)} calls
      </Text>
    </div>
  );
}

const megabytes = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 });

function ReadyExport({ record: { id, fileName, bytes, expiresAt } }: { record: Export }) {
  const download = useMutation({
    mutationFn: async () => saveFrom(await addressOfExport(id), fileName),
  });
  const reason =
    download.error instanceof CallFailed && download.error.status === 422 ? download.error.message : null;
  return (
    <div>
      <div className={classes.ready}>
        <Button
          className={classes.download}
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={download.isPending}
          aria-label={`Download ${fileName}`}
          onClick={() => download.mutate()}
        >
          Download
        </Button>
        <Text size="sm" c="dimmed">
          {megabytes.format((bytes ?? 0) / 1_000_000)} MB
          {expiresAt ? `, until ${formatInstantDay(expiresAt)}, ${timeOfDay(expiresAt)}` : ''}
        </Text>
      </div>
      {download.isError ? (
        <Text size="sm" c="red" mt={8} role="alert">
          {reason ?? downloadFailure(download.error)}
        </Text>
      ) : null}
    </div>
  );
}
