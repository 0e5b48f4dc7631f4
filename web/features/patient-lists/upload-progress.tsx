import { Alert, Button, CloseButton, Group, Progress, Stack, Text, UnstyledButton } from '@mantine/core';
import type { PatientListUpload } from '@mailcall/contract/patient-list-uploads.ts';
import type { PatientList } from '@mailcall/contract/patient-lists.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CallFailed } from '../../platform/api.ts';
import { DialogProblem } from '../../ui/dialog.tsx';
import { useLostFocus } from '../../ui/focus-element.ts';
import { toast } from '../../ui/toast.tsx';
import { addUpload, cancelUpload, listsKey, setArchived, uploadQuery } from './api.ts';
import { ImportReport } from './import-report.tsx';
import { endText, matchesText, progressText } from './list-texts.ts';
import classes from './patient-lists.module.css';

const percentOf = ({ state, doneCount, totalCount }: PatientListUpload) =>
  state === 'saving' ? 100 : totalCount === 0 ? 0 : Math.round((doneCount / totalCount) * 100);

function useUpload(uploadId: string) {
  const client = useQueryClient();
  const upload = useQuery(uploadQuery(uploadId));
  const hasEnded = upload.data !== undefined && endText(upload.data) !== null;
  useEffect(() => {
    if (hasEnded) void client.invalidateQueries({ queryKey: listsKey });
  }, [client, hasEnded]);
  return { ...upload, hasEnded };
}

function useCancel(uploadId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => cancelUpload(uploadId),
    onSuccess: (upload) => client.setQueryData(uploadQuery(uploadId).queryKey, upload),
  });
}

export function UploadLine({
  uploadId,
  list,
  onOpen,
  onLeave,
  onEnd,
}: {
  uploadId: string;
  /** The uploaded list; undefined until it is known. */
  list: PatientList | undefined;
  onOpen: () => void;
  /** Called before the pressed button disappears; moves the focus elsewhere. */
  onLeave: () => void;
  /** Called when there is nothing left to report. */
  onEnd: () => void;
}) {
  const { data, error } = useUpload(uploadId);
  const cancel = useCancel(uploadId);
  const isGone = error instanceof CallFailed && error.status === 404;
  const nothingRemains = data?.state === 'canceled' || isGone;
  useEffect(() => {
    if (nothingRemains) onEnd();
  }, [nothingRemains, onEnd]);
  if (!data) return null;
  const end = endText(data);
  if (end)
    return (
      <div className={classes.progressLine}>
        <Text size="xs" className={classes.progressText ?? ''}>
          {data.fileName}: {(list && matchesText(list)) ?? end.text}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          h={44}
          aria-label={`Details of the upload of ${data.fileName}`}
          onClick={onOpen}
        >
          Details
        </Button>
        <CloseButton
          size={36}
          aria-label={`Dismiss the result of ${data.fileName}`}
          onClick={() => {
            onLeave();
            onEnd();
          }}
        />
      </div>
    );
  return (
    <div className={classes.progressLine}>
      <UnstyledButton className={classes.progressText ?? ''} onClick={onOpen}>
        <Text size="xs">
          {data.fileName}: {progressText(data)}
        </Text>
        <Progress value={percentOf(data)} size="sm" aria-label={`Progress of ${data.fileName}`} />
      </UnstyledButton>
      <Button
        variant="subtle"
        size="compact-sm"
        h={44}
        aria-label={`Cancel upload of ${data.fileName}`}
        loading={cancel.isPending}
        onClick={() =>
          cancel.mutate(undefined, {
            onSuccess: (upload) => {
              onLeave();
              toast('info', `${upload.fileName}: ${endText(upload)?.text ?? progressText(upload)}`);
            },
            onError: ({ message }) => toast('error', message),
          })
        }
      >
        Cancel
      </Button>
    </div>
  );
}

export function UploadProgress({
  uploadId,
  lists,
  onShow,
  onClose,
}: {
  uploadId: string;
  lists: readonly PatientList[];
  /** Shows a list, and if asked the table of its households. */
  onShow: (listId: string, withTable: boolean) => void;
  onClose: (hasEnded: boolean) => void;
}) {
  const { data, error, hasEnded } = useUpload(uploadId);
  const cancel = useCancel(uploadId);
  const close = useRef<HTMLButtonElement>(null);
  useLostFocus(close);
  if (!data) return <DialogProblem text={error?.message ?? null} />;
  const { patientListId } = data;
  const list = lists.find(({ id }) => id === patientListId);
  const matches = list?.audit?.matches ?? 0;
  return (
    <Stack gap="md">
      {hasEnded ? (
        <UploadEnd upload={data} list={list} />
      ) : (
        <>
          <Text size="sm" role="status">
            {progressText(data)}
          </Text>
          <Progress value={percentOf(data)} aria-label="Progress of the upload" />
          <Text size="sm" c="dimmed">
            You can close this. The list appears when it is ready.
          </Text>
        </>
      )}
      <DialogProblem text={cancel.error?.message ?? null} />
      <Group justify="flex-end" gap="sm">
        {!hasEnded && (
          <Button variant="default" h={44} loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel upload
          </Button>
        )}
        {patientListId !== null && (
          <Button
            variant="default"
            h={44}
            onClick={() => {
              onShow(patientListId, false);
              onClose(true);
            }}
          >
            Show on the map
          </Button>
        )}
        {list && matches > 0 && matchesText(list) !== null && (
          <Button
            h={44}
            onClick={() => {
              onShow(list.id, true);
              onClose(true);
            }}
          >
            See the matches
          </Button>
        )}
        <Button ref={close} variant="default" h={44} data-autofocus onClick={() => onClose(hasEnded)}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}

const alertColors = { success: 'green', info: 'blue', error: 'red' };

function UploadEnd({ upload, list }: { upload: PatientListUpload; list: PatientList | undefined }) {
  const [isShown, setShown] = useState(false);
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: async (decision: 'add' | 'bring back') => {
      if (decision === 'add') return addUpload(upload.id);
      if (upload.patientListId !== null) await setArchived(upload.patientListId, false);
      return { ...upload, patientListArchived: false };
    },
    onSuccess: (next) => {
      client.setQueryData(uploadQuery(upload.id).queryKey, next);
      return client.invalidateQueries({ queryKey: listsKey });
    },
  });
  const end = endText(upload);
  if (!end) return null;
  const { id, rejectedCount, emptiedCount } = upload;
  return (
    <>
      <Alert color={alertColors[end.kind]} variant="light" role={end.kind === 'error' ? 'alert' : 'status'}>
        {list && upload.state === 'done' && (
          <Text size="sm" fw={600}>
            {matchesText(list) ?? 'Looking for matches with your mailings…'}
          </Text>
        )}
        {end.text}
      </Alert>
      {upload.state === 'unchanged' && upload.patientListArchived && (
        <Group gap="sm">
          <Button
            variant="default"
            h={44}
            disabled={decide.isPending}
            onClick={() => decide.mutate('bring back')}
          >
            Bring it back
          </Button>
          <Button variant="default" h={44} disabled={decide.isPending} onClick={() => decide.mutate('add')}>
            Add as a new list
          </Button>
        </Group>
      )}
      <DialogProblem text={decide.error?.message ?? null} />
      {rejectedCount + emptiedCount > 0 && (
        <>
          <Button variant="default" h={44} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide what could not be read' : 'Show what could not be read'}
          </Button>
          {isShown && (
            <ImportReport uploadId={id} rejectedCount={rejectedCount} emptiedCount={emptiedCount} />
          )}
        </>
      )}
    </>
  );
}
