import { nextStepLabels, isWaitingForOffice } from '@mailcall/contract/rules/next-step.ts';
import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DesignMailing } from './api.ts';
import { conceptsLink, mailingLink } from './mailing-link.ts';

export type MailingWithNextStep = Pick<DesignMailing, 'id' | 'title' | 'nextStep' | 'conceptIds'>;

export function MailingNextSteps({ mailings }: { mailings: readonly MailingWithNextStep[] }) {
  const first = mailings.find(({ nextStep }) => isWaitingForOffice(nextStep));
  return (
    <Stack gap="sm">
      {mailings.map((mailing) => (
        <MailingNextStep key={mailing.id} mailing={mailing} isFirst={mailing === first} />
      ))}
    </Stack>
  );
}

function MailingNextStep({ mailing, isFirst }: { mailing: MailingWithNextStep; isFirst: boolean }) {
  const { id, title, nextStep } = mailing;
  const variant = isFirst ? 'filled' : 'default';
  if (nextStep === 'chooseConcept') {
    return (
      <div>
        <Text size="sm" mb="xs">
          {title} is waiting for you to choose a design.
        </Text>
        <LinkButton link={conceptsLink(mailing)} variant={variant}>
          Choose a Design
        </LinkButton>
      </div>
    );
  }
  return (
    <div>
      <Text size="sm" mb="xs">
        {nextStep === 'approve'
          ? `${title} is not approved yet: it goes to print once you approve it.`
          : nextStep === null
            ? title
            : `${title}: ${nextStepLabels[nextStep]}`}
      </Text>
      <LinkButton link={mailingLink(id)} variant={variant}>
        {nextStep === 'approve' ? 'Continue to approval' : 'Go to the mailing'}
      </LinkButton>
    </div>
  );
}

function LinkButton({
  link,
  variant,
  children,
}: {
  link: { to: string; search?: never };
  variant: 'filled' | 'default';
  children: string;
}) {
  return (
    <Button h={44} variant={variant} renderRoot={(props) => <Link {...link} {...props} />}>
      {children}
    </Button>
  );
}
