import { Button, FileButton, Modal, Select, Stack, Text } from '@mantine/core';
import type { PatientList } from '@mailcall/contract/patient-lists.ts';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { DialogProblem } from '../../ui/dialog.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { useLostFocus } from '../../ui/focus-element.ts';
import { closeLayer, UnsavedLayer } from '../../ui/unsaved-input.ts';
import { sendFile, type UploadedFile } from './api.ts';
import { ColumnsForm } from './columns-form.tsx';
import { UploadProgress } from './upload-progress.tsx';

interface UploadAccount {
  id: string;
  name: string;
}

export function UploadDialog({
  accounts,
  uploadId,
  lists,
  onStarted,
  onShow,
  onClose,
}: {
  accounts: readonly UploadAccount[];
  uploadId: string | null;
  lists: readonly PatientList[];
  onStarted: (uploadId: string) => void;
  onShow: (listId: string, withTable: boolean) => void;
  onClose: (hasEnded: boolean) => void;
}) {
  const [file, setFile] = useState<UploadedFile | null>(null);
  const layer = useId();
  const isWide = file !== null && uploadId === null;
  return (
    <Modal
      opened
      onClose={() => closeLayer(layer, () => onClose(false))}
      centered
      size={isWide ? '64rem' : 'md'}
      title="Upload patient list"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <UnsavedLayer value={layer}>
        {uploadId !== null ? (
          <UploadProgress uploadId={uploadId} lists={lists} onShow={onShow} onClose={onClose} />
        ) : file ? (
          <ColumnsForm file={file} onFile={setFile} onStarted={onStarted} onBack={() => setFile(null)} />
        ) : (
          <FileForm accounts={accounts} onSent={setFile} />
        )}
      </UnsavedLayer>
    </Modal>
  );
}

function FileForm({
  accounts,
  onSent,
}: {
  accounts: readonly UploadAccount[];
  onSent: (file: UploadedFile) => void;
}) {
  const [accountId, setAccountId] = useState<string | null>(
    accounts.length === 1 ? (accounts[0]?.id ?? null) : null,
  );
  const resetInput = useRef<() => void>(null);
  const sending = useMutation({
    mutationFn: (file: File) => sendFile(accountId ?? '', file),
    onSuccess: onSent,
    // lets the user choose a corrected file of the same name
    onSettled: () => resetInput.current?.(),
  });
  const office = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  useLostFocus(accountId === null ? office : choose);
  const send = (file: File | null | undefined) => {
    if (file && accountId !== null && !sending.isPending) sending.mutate(file);
  };
  return (
    <Stack gap="md">
      {accounts.length > 1 && (
        <Select
          ref={office}
          label="Office"
          placeholder="Choose the office of the list"
          data={accounts.map(({ id, name }) => ({ value: id, label: name }))}
          value={accountId}
          onChange={setAccountId}
          searchable
          data-autofocus
        />
      )}
      <DropZone onFiles={([dropped]) => send(dropped)}>
        <IconFileSpreadsheet size={40} stroke={1.3} aria-hidden />
        <FileButton
          resetRef={resetInput}
          onChange={send}
          accept=".xlsx,.csv,.txt,.tsv,.tab,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv,text/plain,text/tab-separated-values"
          inputProps={{ 'aria-label': 'Workbook or CSV file' }}
        >
          {(props) => (
            <Button {...props} ref={choose} h={44} disabled={accountId === null} loading={sending.isPending}>
              Choose a workbook or CSV file
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {accountId === null ? 'Choose the office first.' : 'Or drop it here.'} Up to 20 MB and 100,000 rows,
          below their column names.
        </Text>
      </DropZone>
      <DialogProblem text={sending.error?.message ?? null} />
    </Stack>
  );
}
