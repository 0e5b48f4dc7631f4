import { ActionIcon, Menu, Text } from '@mantine/core';
import type { PatientList } from '@mailcall/contract/patient-lists.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import {
  IconArchive,
  IconArchiveOff,
  IconDots,
  IconDownload,
  IconFileAlert,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ConfirmActions, Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { AccountName, useTimeZone, useWording } from '../accounts/index.ts';
import { deleteList, listsKey, setArchived } from './api.ts';
import { DownloadAuditDialog } from './download-audit-dialog.tsx';
import { ImportReport } from './import-report.tsx';
import { listOrigin, unreadText } from './list-texts.ts';

export function ListMenu({ list, onDeleted }: { list: PatientList; onDeleted: () => void }) {
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'download' | 'report' | 'delete' | null>(null);
  const archive = useMutation({
    mutationFn: () => setArchived(list.id, !list.archived),
    onSuccess: () => client.invalidateQueries({ queryKey: listsKey }),
    onError: (error) => toast('error', error.message),
  });
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setDialog(null);
    button.current?.focus();
  };
  const unread = unreadText(list.rejectedRows, list.emptiedCells);
  return (
    <>
      <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon
            ref={button}
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`Actions for ${list.name}`}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => setDialog('download')}
          >
            Download audit
          </Menu.Item>
          {unread !== null && (
            <Menu.Item
              leftSection={<IconFileAlert size={16} aria-hidden />}
              onClick={() => setDialog('report')}
            >
              What could not be read
            </Menu.Item>
          )}
          {list.mayArchive && (
            <Menu.Item
              leftSection={
                list.archived ? (
                  <IconArchiveOff size={16} aria-hidden />
                ) : (
                  <IconArchive size={16} aria-hidden />
                )
              }
              onClick={() => archive.mutate()}
            >
              {list.archived ? 'Bring back' : 'Archive'}
            </Menu.Item>
          )}
          {list.mayDelete && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setDialog('delete')}
            >
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'download' && <DownloadAuditDialog list={list} onClose={close} />}
      {dialog === 'report' && list.uploadId !== null && (
        <Dialog title={`What could not be read of ${list.name}`} onClose={close}>
          <Text size="sm">{unread}</Text>
          <ImportReport
            uploadId={list.uploadId}
            rejectedCount={list.rejectedRows}
            emptiedCount={list.emptiedCells}
          />
        </Dialog>
      )}
      {dialog === 'delete' && <DeleteDialog list={list} onClose={close} onDeleted={onDeleted} />}
    </>
  );
}

function DeleteDialog({
  list,
  onClose,
  onDeleted,
}: {
  list: PatientList;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const client = useQueryClient();
  const wording = useWording();
  const timeZone = useTimeZone(list.accountId);
  const removal = useMutation({
    mutationFn: () => deleteList(list.id),
    onSuccess: () => {
      onClose();
      onDeleted();
      return client.invalidateQueries({ queryKey: listsKey });
    },
  });
  return (
    <Dialog title="Delete patient list" onClose={onClose}>
      <Text size="sm">
        {list.name} of <AccountName of={list} /> ({listOrigin({ ...list, ...list.metadata }, timeZone)}) is
        deleted for everyone, with {thousands(list.summary.patientCount)} {wording.clients}, file and matches.
        This cannot be undone.
      </Text>
      <ConfirmActions
        label="Delete list"
        problem={removal.error?.message ?? null}
        isBusy={removal.isPending}
        autoFocus={false}
        onConfirm={() => removal.mutate()}
        onCancel={onClose}
      />
    </Dialog>
  );
}
