import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import { stepOf } from '@mailcall/contract/rules/mailing.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { dayInWords } from '../../ui/dates.ts';
import { toast } from '../../ui/toast.tsx';
import { useApproveMailing } from './api.ts';
import classes from './approve-mailing.module.css';
import { conceptChoiceOf } from './choose-design.ts';

/** Review and Approve of an ordered mailing: its design, and the approval with a question before it. */
export function ApproveMailing({ mailing }: { mailing: Mailing }) {
  const [asking, { open, close }] = useDisclosure(false);
  const approve = useApproveMailing(mailing.id);
  const choice = conceptChoiceOf(mailing);
  if (stepOf(mailing.status) !== 'ordered') return null;
  const hasPictures = mailing.frontDesignUrl !== null || mailing.backDesignUrl !== null;
  if (choice === null && mailing.designId !== null && !hasPictures) {
    return (
      <section className={classes.box} aria-label="Review and Approve">
        <Text size="sm">
          The design of this mailing is being made. You can approve it here once it is ready for your review.
        </Text>
      </section>
    );
  }
  const send = () =>
    approve.mutate(undefined, {
      onSuccess: () => {
        close();
        toast('success', `${mailing.name} is approved.`);
      },
    });
  return (
    <section className={classes.box} aria-label="Review and Approve">
      <Text size="sm">
        {choice === null
          ? 'This mailing waits for your approval. Look at its design and details; it goes to print once it is approved.'
          : 'This mailing waits for your choice among its designs. Once one is chosen, you can approve it.'}
      </Text>
      <Group gap="sm">
        {choice === null ? (
          <Button leftSection={<IconCircleCheck size={18} aria-hidden />} onClick={open}>
            Approve Mailing
          </Button>
        ) : (
          <Button renderRoot={(props) => <Link to={choice.to} search={choice.search as never} {...props} />}>
            Choose a Design
          </Button>
        )}
        {mailing.designId === null || choice !== null ? null : (
          <Button
            variant="default"
            renderRoot={(props) => <Link to={paths.campaignDesign(mailing.id)} {...props} />}
          >
            Review the Design
          </Button>
        )}
      </Group>
      <Modal
        opened={asking}
        onClose={close}
        title={`Approve ${mailing.name}?`}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="md">
          <Text size="sm">
            {[
              mailing.quantity === null ? null : `${thousands(mailing.quantity)} pieces`,
              mailing.mediaType,
              `for ${mailing.accountName}`,
              mailing.deliveryWeek === null
                ? null
                : `to arrive in the week of ${dayInWords(mailing.deliveryWeek)}`,
            ]
              .filter((part) => part !== null)
              .join(', ')}
            .{hasPictures ? '' : ' No design is shown here: you approve without having seen one.'} Your name
            and the date are kept with the approval, and the primary contacts are told by e-mail.
          </Text>
          {approve.isError ? (
            <Text size="sm" c="red" role="alert">
              {approve.error.message}
            </Text>
          ) : null}
          <Group justify="flex-end" gap="sm" className={classes.answers ?? ''}>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button onClick={send} loading={approve.isPending}>
              Approve
            </Button>
          </Group>
        </Stack>
      </Modal>
    </section>
  );
}
