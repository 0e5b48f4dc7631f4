import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { consentTexts, maxDirectDownload } from '@mailcall/contract/exports.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { IconAlertTriangle, IconDownload, IconMail } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { CallFailed } from '../../platform/api.ts';
import { useSession } from '../../platform/session-store.ts';
import { toast } from '../../ui/toast.tsx';
import { requestExport, downloadList, type ExportedList, exportsQuery, isMailed } from './api.ts';
import classes from './download-dialog.module.css';
import { saveFile } from './save-file.ts';

/** One fact of what is downloaded: 'Dates', 'Jan 1, 2018 - Jan 31, 2018'. */
export interface DownloadFact {
  name: string;
  value: string;
}

/** What a download is of. */
export interface DownloadSubject {
  list: ExportedList;
  /** Calls in the list. */
  calls: number;
  /** What the list is, for the summary; the number of calls comes by itself. */
  facts: readonly DownloadFact[];
}

/** What the server said of a request that it understood and refused; its other words are not for this place. */
const reasonOf = (error: Error) =>
  error instanceof CallFailed && error.status === 422 ? error.message : undefined;

/**
 * Asks for both consents, then downloads the list, or has it written and mailed when it is large. It stays
 * while it is submitting, and after a failure, with what was ticked.
 */
export function DownloadDialog({
  opened,
  onClose,
  subject,
  onRequested,
}: {
  opened: boolean;
  onClose: () => void;
  subject: DownloadSubject;
  /** A large export was asked for. */
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
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Download calls"
      centered
      closeOnEscape={!submission.isPending}
      closeOnClickOutside={!submission.isPending}
      closeButtonProps={{ 'aria-label': 'Close', disabled: submission.isPending, size: 44 }}
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
  const [accepted, setAccepted] = useState(false);
  const [authorized, setAuthorized] = useState(false);
  const consent = useId();
  const agreed = accepted && authorized;
  const Glyph = mailed ? IconMail : IconDownload;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (agreed && !submitting) onSubmit();
      }}
    >
      <Stack gap="md">
        <Summary subject={subject} />
        {mailed ? <MailedNote /> : null}
        <fieldset className={classes.consents} aria-labelledby={consent}>
          <Text component="legend" id={consent} size="sm" c="dimmed">
            Tick both to go on.
          </Text>
          <Checkbox
            data-autofocus
            label={consentTexts.acceptedTerms}
            classNames={{ root: classes.consent, body: classes.consentBody }}
            checked={accepted}
            disabled={submitting}
            onChange={(event) => setAccepted(event.currentTarget.checked)}
          />
          <Checkbox
            label={consentTexts.authorizedReceiver}
            classNames={{ root: classes.consent, body: classes.consentBody }}
            checked={authorized}
            disabled={submitting}
            onChange={(event) => setAuthorized(event.currentTarget.checked)}
          />
        </fieldset>
        {failure && !submitting ? <Failure error={failure} mailed={mailed} /> : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" className={classes.button} onClick={onCancel} disabled={submitting}>
            Cancel
          </Button>
          <Button
            type="submit"
            className={classes.button}
            leftSection={<Glyph size={18} aria-hidden />}
            disabled={!agreed || submitting}
            loading={submitting}
          >
            {mailed ? 'Send Request' : 'Direct Download'}
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

/** Why nothing is downloaded at once, and where the link goes. */
function MailedNote() {
  const email = useSession()?.profileEmail;
  return (
    <Text size="sm">
      More than {thousands(maxDirectDownload)} calls are written in the background. A link that works for 7
      days is mailed{email ? ` to ${email}` : ''}; it asks to sign in.
    </Text>
  );
}

function Failure({ error, mailed }: { error: Error; mailed: boolean }) {
  const reason = reasonOf(error);
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      <Text size="sm">{mailed ? messages.exportRequestFailed : messages.downloadFailed}</Text>
      {reason ? (
        <Text size="sm" mt={4}>
          {reason}
        </Text>
      ) : null}
    </Alert>
  );
}
