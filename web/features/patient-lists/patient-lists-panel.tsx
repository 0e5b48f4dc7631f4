import { dayInZone } from '@mailcall/contract/time/date-format.ts';
import { ActionIcon, Badge, Button, Skeleton, Text } from '@mantine/core';
import type { PatientList } from '@mailcall/contract/patient-lists.ts';
import type { RequestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { IconEye, IconEyeOff, IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Failed } from '../../ui/answer.tsx';
import { AccountName, useTimeZone } from '../accounts/index.ts';
import { endFollowing, follow, followedUploadsQuery, householdsQuery, patientListsQuery } from './api.ts';
import { ListMenu } from './list-menu.tsx';
import { type AuditLine, auditLines, costLines, listSummary, mailedText } from './list-texts.ts';
import classes from './patient-lists.module.css';
import { UploadDialog } from './upload-dialog.tsx';
import { UploadLine } from './upload-progress.tsx';

/** Refetches households of lists whose audit changed since they were shown. */
function useFreshHouseholds(lists: readonly PatientList[]): void {
  const client = useQueryClient();
  const seen = useRef(new Map<string, string>());
  useEffect(() => {
    for (const { id, metadata, audit } of lists) {
      const state = `${metadata.modifiedAt} ${audit?.auditedAt ?? ''}`;
      const before = seen.current.get(id);
      seen.current.set(id, state);
      if (before !== undefined && before !== state) void client.invalidateQueries(householdsQuery(id));
    }
  }, [client, lists]);
}

/** Lists with switches. The screen keeps the ids of visible lists, and must ignore ids of removed lists. */
export function PatientListsPanel({
  accounts,
  visibleIds,
  onShow,
}: {
  accounts: RequestedAccounts;
  visibleIds: readonly string[];
  /** `withTable`: also the table of households. */
  onShow: (id: string, isVisible: boolean, withTable?: boolean) => void;
}) {
  const lists = useQuery(patientListsQuery(accounts));
  const client = useQueryClient();
  const followed = useQuery(followedUploadsQuery(accounts)).data ?? [];
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const uploadButton = useRef<HTMLButtonElement>(null);
  const records = lists.data?.records ?? noLists;
  useFreshHouseholds(records);
  if (lists.isPending) return <Skeleton h={56} w="auto" mx={12} mb={8} />;
  if (lists.isError) return <Failed error={lists.error} onRetry={() => void lists.refetch()} />;
  const { uploadAccounts } = lists.data;
  return (
    <div className={classes.panel}>
      {records.length === 0 ? (
        <Text size="sm" c="dimmed" className={classes.empty ?? ''}>
          No uploaded patient lists
        </Text>
      ) : (
        <ul className={classes.lists} aria-label="Patient lists">
          {records.map((list) => (
            <ListRow
              key={list.id}
              list={list}
              showsAccount={uploadAccounts.length > 1}
              isVisible={visibleIds.includes(list.id)}
              onShow={(isVisible) => onShow(list.id, isVisible)}
              onDeleted={() => {
                onShow(list.id, false);
                if (list.uploadId !== null) endFollowing(client, accounts, list.uploadId);
                uploadButton.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      {followed.map((id) =>
        // the open dialog of this upload already shows it
        id === dialog?.uploadId ? null : (
          <UploadLine
            key={id}
            uploadId={id}
            list={records.find(({ uploadId }) => uploadId === id)}
            onOpen={() => setDialog({ uploadId: id })}
            onLeave={() => uploadButton.current?.focus()}
            onEnd={() => endFollowing(client, accounts, id)}
          />
        ),
      )}
      {uploadAccounts.length > 0 && (
        <Button
          ref={uploadButton}
          variant="default"
          size="sm"
          h={44}
          mx={12}
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={() => setDialog({ uploadId: null })}
        >
          Upload patient list
        </Button>
      )}
      {dialog && (
        <UploadDialog
          accounts={uploadAccounts}
          uploadId={dialog.uploadId}
          lists={records}
          onStarted={(id) => {
            follow(client, accounts, id);
            setDialog({ uploadId: id });
          }}
          onShow={(id, withTable) => onShow(id, true, withTable)}
          onClose={(hasEnded) => {
            setDialog(null);
            uploadButton.current?.focus();
            if (hasEnded && dialog.uploadId !== null) endFollowing(client, accounts, dialog.uploadId);
          }}
        />
      )}
    </div>
  );
}

const noLists: readonly PatientList[] = [];

interface OpenDialog {
  uploadId: string | null;
}

const ResultLine = ({ name, remark, amount }: AuditLine) => (
  <div>
    <dt>
      {name} <span className={classes.count}>{remark}</span>
    </dt>
    <dd>{amount}</dd>
  </div>
);

function AuditResult({ list }: { list: PatientList }) {
  const lines = auditLines(list);
  if (lines.length === 0 || !list.audit) return null;
  return (
    <dl className={classes.result} aria-label={`Audit of ${list.name}`}>
      {lines.map((line) => (
        <ResultLine key={line.name} {...line} />
      ))}
      <div>
        <dt>Mailed</dt>
        <dd className={classes.count}>{mailedText(list.audit)}</dd>
      </div>
      {costLines(list.audit).map((line) => (
        <ResultLine key={line.name} {...line} />
      ))}
    </dl>
  );
}

function ListRow({
  list,
  showsAccount,
  isVisible,
  onShow,
  onDeleted,
}: {
  list: PatientList;
  showsAccount: boolean;
  isVisible: boolean;
  onShow: (isVisible: boolean) => void;
  onDeleted: () => void;
}) {
  const Eye = isVisible ? IconEye : IconEyeOff;
  const day = dayInZone(list.metadata.modifiedAt, useTimeZone(list.accountId));
  return (
    <li className={classes.list} data-faded={!isVisible || undefined}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={`Show ${list.name} on the map`}
        aria-pressed={isVisible}
        onClick={() => onShow(!isVisible)}
      >
        <Eye size={18} aria-hidden />
      </ActionIcon>
      <div className={classes.text}>
        <span className={classes.name}>
          {list.name}
          {list.archived && (
            <Badge size="xs" variant="light" color="gray" ml={6}>
              Archived
            </Badge>
          )}
        </span>
        {showsAccount && (
          <Text span size="xs" c="dimmed">
            <AccountName of={list} />
          </Text>
        )}
        <Text span size="xs" c="dimmed">
          {day} · {listSummary(list)}
        </Text>
      </div>
      <ListMenu list={list} onDeleted={onDeleted} />
      <AuditResult list={list} />
    </li>
  );
}
