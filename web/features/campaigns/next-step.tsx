import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useApproveMailing } from './api.ts';
import { approveLabel } from '../../ui/approval-texts.ts';
import { ConfirmApproval } from './confirm-approval.tsx';
import { type PageLink, pageOfReview, pageOfConcepts } from './design-pages.ts';
import classes from './next-step.module.css';

/** What an ordered mailing waits for, in a sentence. */
const explanations = {
  beingMade:
    'The design of this mailing is being made. You can approve it here once it is ready for your review.',
  chooseConcept:
    'This mailing waits for your choice among its designs. Once one is chosen, you can approve it.',
  review: 'The design waits for your review. Once nothing is open in it, you can approve the mailing.',
  changesRequested:
    'You asked for changes to the design. You can approve the mailing once its next version is here.',
  approve:
    'This mailing waits for your approval. Look at its design and details; it goes to print once it is approved.',
} as const;

/** What comes next for an ordered mailing, with the one button that leads there. */
export function NextStepBox({ mailing }: { mailing: Mailing }) {
  const [isAsking, { open, close }] = useDisclosure(false);
  // here and not in the dialog, which is gone once the mailing is approved
  const approve = useApproveMailing(mailing.id);
  const { nextStep: step } = mailing;
  if (step === null || step === 'approved' || step === 'goneOn') return null;
  const review = pageOfReview(mailing);
  return (
    <section className={classes.box} aria-label="Review and Approve">
      <Text size="sm">{explanations[step]}</Text>
      <Group gap="sm">
        {step === 'approve' && (
          <Button leftSection={<IconCircleCheck size={18} aria-hidden />} onClick={open}>
            {approveLabel}
          </Button>
        )}
        {step === 'chooseConcept' ? (
          <ToPage page={pageOfConcepts(mailing)}>Choose a Design</ToPage>
        ) : (
          review && (
            <ToPage page={review} variant={step === 'review' ? 'filled' : 'default'}>
              {step === 'changesRequested' ? 'See the Changes' : 'Review the Design'}
            </ToPage>
          )
        )}
      </Group>
      <ConfirmApproval mailing={mailing} approve={approve} opened={isAsking} onClose={close} />
    </section>
  );
}

function ToPage({ page, ...button }: ButtonProps & { page: PageLink; children: string }) {
  return (
    <Button
      {...button}
      renderRoot={(props) => <Link to={page.to} search={(page.search ?? {}) as never} {...props} />}
    />
  );
}
