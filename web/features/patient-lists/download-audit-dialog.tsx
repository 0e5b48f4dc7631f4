import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { PatientList } from '@mailcall/contract/patient-lists.ts';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { downloadFailure } from '../../platform/downloads.ts';
import { Dialog, DialogProblem } from '../../ui/dialog.tsx';
import { AccountName, useTimeZone, useWording } from '../accounts/index.ts';
import { Consents } from '../exports/index.ts';
import { saveAudit } from './api.ts';
import { listOrigin } from './list-texts.ts';

export function DownloadAuditDialog({ list, onClose }: { list: PatientList; onClose: () => void }) {
  const wording = useWording();
  const timeZone = useTimeZone(list.accountId);
  const form = useForm({ initialValues: { acceptedTerms: false, authorizedReceiver: false } });
  const agreed = form.values.acceptedTerms && form.values.authorizedReceiver;
  const download = useMutation({ mutationFn: () => saveAudit(list.id), onSuccess: onClose });
  return (
    <Dialog title="Download audit" onClose={onClose}>
      <form
        onSubmit={form.onSubmit(() => {
          if (agreed && !download.isPending) download.mutate();
        })}
      >
        <Stack gap="md">
          <Text size="sm">
            {list.name} of <AccountName of={list} /> ({listOrigin({ ...list, ...list.metadata }, timeZone)}):{' '}
            {thousands(list.summary.patientCount)} {wording.clients} with what the audit found for each.
          </Text>
          <Consents form={form} disabled={download.isPending} />
          <DialogProblem text={download.isError ? downloadFailure(download.error) : null} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" h={44} onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              h={44}
              leftSection={<IconDownload size={18} aria-hidden />}
              disabled={!agreed}
              loading={download.isPending}
            >
              Download
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
