import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import {
  approvalConsequence,
  approvalQuestion,
  approvedMessage,
  approveLabel,
} from '../../ui/approval-texts.ts';
import { formatDay } from '../../ui/dates.ts';
import { unseenSides } from '../../ui/looked-at.ts';
import { toast } from '../../ui/toast.tsx';
import { UnseenSides } from '../../ui/unseen-sides.tsx';
import type { useApproveMailing } from './api.ts';
import { useChangeDrawer } from './drawer-address.ts';
import { facesOf } from './mailing-faces.ts';
import classes from './next-step.module.css';

/** Asks before a mailing is approved: says what is printed, and which side nobody has looked at. */
export function ConfirmApproval({
  mailing,
  approve,
  opened,
  onClose,
}: {
  mailing: Mailing;
  approve: ReturnType<typeof useApproveMailing>;
  opened: boolean;
  onClose: () => void;
}) {
  const change = useChangeDrawer();
  const faces = facesOf(mailing);
  const hasPictures = faces.some(({ image }) => image !== null);
  const send = () =>
    approve.mutate(undefined, {
      onSuccess: () => {
        onClose();
        toast('success', approvedMessage(mailing.name));
      },
    });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={approvalQuestion(mailing.name)}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text size="sm">
          {summaryOf(mailing)}. {approvalConsequence}
          {hasPictures ? '' : ' No design is shown here: you approve without having seen one.'}
        </Text>
        <UnseenSides
          sides={unseenSides(faces.map(({ side, image }) => ({ side, address: image })))}
          onLook={(side) => {
            onClose();
            change({ panel: 'design', preview: side });
          }}
        />
        {approve.isError ? (
          <Text size="sm" c="red" role="alert">
            {approve.error.message}
          </Text>
        ) : null}
        <Group justify="flex-end" gap="sm" className={classes.answers ?? ''}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={send} loading={approve.isPending}>
            {approveLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** What is approved: pieces, medium, account, week. */
const summaryOf = ({ quantity, mediaType, accountName, deliveryWeek }: Mailing): string =>
  [
    quantity === null ? null : `${thousands(quantity)} pieces`,
    mediaType,
    `for ${accountName}`,
    deliveryWeek === null ? null : `to arrive in the week of ${formatDay(deliveryWeek)}`,
  ]
    .filter((part) => part !== null)
    .join(', ');
