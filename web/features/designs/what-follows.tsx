import { nextStepWords, waitsForOffice } from '@mailcall/contract/rules/next-step.ts';
import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DesignMailing } from './api.ts';
import { conceptsLink, mailingLink } from './mailing-link.ts';

/** What of a mailing says how to go on with it. */
export type FollowingMailing = Pick<DesignMailing, 'id' | 'name' | 'nextStep' | 'conceptIds'>;

/** Leads on to the mailings of a design on which nothing is left to decide; the first that waits stands out. */
export function WhatFollows({ mailings }: { mailings: readonly FollowingMailing[] }) {
  const first = mailings.find(({ nextStep }) => waitsForOffice(nextStep));
  return (
    <Stack gap="sm">
      {mailings.map((mailing) => (
        <OneMailing key={mailing.id} mailing={mailing} isFirst={mailing === first} />
      ))}
    </Stack>
  );
}

function OneMailing({ mailing, isFirst }: { mailing: FollowingMailing; isFirst: boolean }) {
  const { id, name, nextStep } = mailing;
  const variant = isFirst ? 'filled' : 'default';
  if (nextStep === 'chooseConcept') {
    return (
      <div>
        <Text size="sm" mb="xs">
          {name} waits for your choice among its designs.
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
          ? `${name} is not approved yet: it goes to print once you approve it.`
          : nextStep === null
            ? name
            : `${name}: ${nextStepWords[nextStep]}`}
      </Text>
      <LinkButton link={mailingLink(id)} variant={variant}>
        {nextStep === 'approve' ? 'Go On to Approve It' : 'Go to the Mailing'}
      </LinkButton>
    </div>
  );
}

/** A link that looks like a button. */
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
