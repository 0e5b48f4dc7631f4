import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { Text } from '@mantine/core';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import { mailingTitle } from '@mailcall/contract/rules/mailing.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import {
  approvalConsequence,
  approvalQuestion,
  approvedMessage,
  approveLabel,
} from '../../ui/approval-texts.ts';
import { unviewedSides } from '../../ui/viewed-faces.ts';
import { ConfirmActions, Dialog } from '../../ui/dialog.tsx';
import { NamedMailing } from '../../ui/mailing-picture.tsx';
import { toast } from '../../ui/toast.tsx';
import { UnviewedSides } from '../../ui/unviewed-sides.tsx';
import { useAccountName } from '../accounts/index.ts';
import { imageAddress, type useApproveMailing } from './api.ts';
import { useChangeDrawer } from './drawer-address.ts';
import { facesOf } from './mailing-faces.ts';

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
  const nameOf = useAccountName();
  const title = mailingTitle(mailing);
  const faces = facesOf(mailing);
  const hasPictures = faces.some(({ image }) => image !== null);
  const send = () =>
    approve.mutate(undefined, {
      onSuccess: () => {
        onClose();
        toast('success', approvedMessage(title));
      },
    });
  return (
    <Dialog opened={opened} onClose={onClose} title={approvalQuestion(title)}>
      <NamedMailing
        title={title}
        orderNumber={mailing.orderNumber}
        picture={imageAddress(mailing.frontDesignThumbnailUrl)}
      />
      <Text size="sm">
        {summaryOf(mailing, nameOf(mailing))}. {approvalConsequence}
        {hasPictures ? '' : ' No design is available here, so you would approve it unseen.'}
      </Text>
      <UnviewedSides
        sides={unviewedSides(faces.map(({ side, image }) => ({ side, address: image })))}
        onView={(side) => {
          onClose();
          change({ panel: 'design', preview: side });
        }}
      />
      <ConfirmActions
        label={approveLabel}
        problem={approve.isError ? approve.error.message : null}
        isBusy={approve.isPending}
        autoFocus={false}
        onConfirm={send}
        onCancel={onClose}
      />
    </Dialog>
  );
}

const summaryOf = ({ quantity, mediaType, deliveryWeek }: Mailing, accountName: string): string =>
  [
    quantity === null ? null : `${thousands(quantity)} pieces`,
    mediaType,
    `for ${accountName}`,
    deliveryWeek === null ? null : `to arrive in the week of ${formatDay(deliveryWeek)}`,
  ]
    .filter((part) => part !== null)
    .join(', ');
