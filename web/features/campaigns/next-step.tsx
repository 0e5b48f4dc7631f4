import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useIsReadOnly } from '../accounts/index.ts';
import { useApproveMailing } from './api.ts';
import { approveLabel } from '../../ui/approval-texts.ts';
import { ConfirmApproval } from './confirm-approval.tsx';
import { type PageLink, reviewLink, conceptsLink } from './design-pages.ts';
import classes from './next-step.module.css';

const explanations = {
  beingMade:
    'The design of this mailing is being made. You can approve it here once it is ready for your review.',
  chooseConcept:
    'This mailing is waiting for you to choose one of its designs. Once you have chosen, you can approve it.',
  review:
    'The design is waiting for your review. Once the review has no open items, you can approve the mailing.',
  changesRequested:
    'You asked for changes to the design. You can approve the mailing once the next version is available.',
  approve:
    'This mailing is waiting for your approval. Check its design and details; it goes to print once it is approved.',
} as const;

export function NextStepBox({ mailing }: { mailing: Mailing }) {
  const [isConfirming, { open, close }] = useDisclosure(false);
  // here, because the dialog is removed once the mailing is approved
  const approve = useApproveMailing(mailing.id);
  const readOnly = useIsReadOnly(mailing.accountId);
  const { nextStep: step } = mailing;
  if (readOnly || step === null || step === 'approved' || step === 'goneOn') return null;
  const review = reviewLink(mailing);
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
          <ToPage page={conceptsLink(mailing)}>Choose a Design</ToPage>
        ) : (
          review && (
            <ToPage page={review} variant={step === 'review' ? 'filled' : 'default'}>
              {step === 'changesRequested' ? 'See the changes' : 'Review the design'}
            </ToPage>
          )
        )}
      </Group>
      <ConfirmApproval mailing={mailing} approve={approve} opened={isConfirming} onClose={close} />
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
