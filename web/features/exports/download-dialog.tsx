import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { maxDirectDownload } from '@mailcall/contract/exports.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { IconAlertTriangle, IconDownload, IconMail } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallFailed } from '../../platform/api.ts';
import { downloadFailure } from '../../platform/downloads.ts';
import { useSession } from '../../platform/session-store.ts';
import { useIsDisplayed } from '../../ui/keep-mounted.tsx';
import { toast } from '../../ui/toast.tsx';
import { requestExport, downloadList, type ExportedList, exportsQuery, isMailed } from './api.ts';
import { Consents } from './consents.tsx';
import classes from './download-dialog.module.css';
import { saveFile } from './save-file.ts';

/** Such as 'Dates', 'Jan 1, 2018 - Jan 31, 2018'. */
export interface DownloadFact {
  name: string;
  value: string;
}

export interface DownloadSubject {
  list: ExportedList;
  calls: number;
  facts: readonly DownloadFact[];
}

const reasonOf = (error: Error) =>
  error instanceof CallFailed && error.status === 422 ? error.message : undefined;

/** Downloads after both consents; a large list is written in the background and mailed. Stays open after a failure. */
export function DownloadDialog({
  opened,
  onClose,
  subject,
  onRequested,
}: {
  opened: boolean;
  onClose: () => void;
  subject: DownloadSubject;
  onRequested: () => void;
}) {
  const client = useQueryClient();
  const mailed = isMailed(subject.calls);
  const submission = useMutation({
    mutationFn: async () => {
      if (mailed) await requestExport(subject.list);
      else saveFile(await downloadList(subject.list));
    },
    onSuccess: () => {
      if (mailed) {
        toast('success', messages.exportRequested);
        void client.invalidateQueries(exportsQuery);
        onRequested();
      }
      onClose();
    },
  });
  const close = () => {
    if (submission.isPending) return;
    submission.reset();
    onClose();
  };
  if (!useIsDisplayed()) return null;
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Download calls"
      centered
      closeOnEscape={!submission.isPending}
      closeOnClickOutside={!submission.isPending}
      closeButtonProps={{ 'aria-label': 'Close', disabled: submission.isPending }}
    >
      <DownloadForm
        subject={subject}
        mailed={mailed}
        submitting={submission.isPending}
        failure={submission.error}
        onSubmit={() => submission.mutate()}
        onCancel={close}
      />
    </Modal>
  );
}

function DownloadForm({
  subject,
  mailed,
  submitting,
  failure,
  onSubmit,
  onCancel,
}: {
  subject: DownloadSubject;
  mailed: boolean;
  submitting: boolean;
  failure: Error | null;
  onSubmit: () => void;
  onCancel: () => void;
}) {
  const form = useForm({ initialValues: { acceptedTerms: false, authorizedReceiver: false } });
  const agreed = form.values.acceptedTerms && form.values.authorizedReceiver;
  const ActionIcon = mailed ? IconMail : IconDownload;
  return (
    <form
      onSubmit={form.onSubmit(() => {
        if (agreed && !submitting) onSubmit();
      })}
    >
      <Stack gap="md">
        <Summary subject={subject} />
        {mailed ? <MailedNote /> : null}
        <Consents form={form} disabled={submitting} />
        {failure && !submitting ? <Failure error={failure} mailed={mailed} /> : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" className={classes.button} onClick={onCancel} disabled={submitting}>
            Cancel
          </Button>
          <Button
            type="submit"
            className={classes.button}
            leftSection={<ActionIcon size={18} aria-hidden />}
            disabled={!agreed || submitting}
            loading={submitting}
          >
            {mailed ? 'Send request' : 'Direct Download'}
          </Button>
        </Group>
        <Text size="sm" role="status" className={classes.progress}>
          {submitting ? (mailed ? 'Sending the request…' : 'Preparing the file…') : ''}
        </Text>
      </Stack>
    </form>
  );
}

function Summary({ subject }: { subject: DownloadSubject }) {
  const calls = { name: 'Calls', value: thousands(subject.calls) };
  return (
    <dl className={classes.facts}>
      {[...subject.facts, calls].map(({ name, value }) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function MailedNote() {
  const email = useSession()?.profileEmail;
  return (
    <Text size="sm">
      More than {thousands(maxDirectDownload)} calls are prepared in the background. A link that works for 7
      days is mailed{email ? ` to ${email}` : ''}; it asks to sign in.
    </Text>
  );
}

function Failure({ error, mailed }: { error: Error; mailed: boolean }) {
  const reason = reasonOf(error);
  const text = downloadFailure(error, mailed ? messages.exportRequestFailed : messages.downloadFailed);
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      <Text size="sm">{text}</Text>
      {reason ? (
        <Text size="sm" mt={4}>
          {reason}
        </Text>
      ) : null}
    </Alert>
  );
}
