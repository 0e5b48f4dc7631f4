import { Skeleton } from '@mantine/core';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import { cardAction, stepOf } from '@mailcall/contract/rules/mailing.ts';
import { isWaitingForOffice } from '@mailcall/contract/rules/next-step.ts';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { rowAttributes } from '../../ui/page-keys.ts';
import { StepBadge } from '../../ui/step-badge.tsx';
import { drawerLink } from './drawer-address.ts';
import classes from './mailing-card.module.css';
import { MailingFace } from './mailing-face.tsx';
import { AuditBadge, MailingFacts, MailingFigures, StatusBadge } from './mailing-facts.tsx';
import { MailingName } from './mailing-name.tsx';
import section from './mailings-section.module.css';

/** The card of a mailing; pressing it anywhere opens the mailing. An ordered one opens at its design, for approval. */
export function MailingCard({ mailing }: { mailing: Mailing }) {
  const isOrdered = stepOf(mailing.status) === 'ordered';
  const action = cardAction(mailing.status);
  return (
    <article
      className={classes.card}
      data-waiting={isWaitingForOffice(mailing.nextStep) || undefined}
      aria-label={mailing.name}
    >
      <div className={classes.face}>
        <MailingFace path={mailing.frontDesignThumbnailUrl} name={`Front of ${mailing.name}`} />
      </div>
      <div className={classes.body}>
        <MailingName mailing={mailing} level={3} />
        <MailingFacts mailing={mailing} />
        <div className={classes.badges}>
          <StatusBadge status={mailing.status} />
          <AuditBadge mailing={mailing} />
        </div>
      </div>
      <MailingFigures mailing={mailing} />
      <div className={classes.foot}>
        <Link
          {...drawerLink(mailing.id, isOrdered ? 'design' : 'details')}
          {...rowAttributes(mailing.id)}
          className={classes.action ?? ''}
          aria-label={`${action}: ${mailing.name}`}
        >
          {action}
          <IconArrowRight size={16} stroke={2} aria-hidden />
        </Link>
        {isOrdered && mailing.nextStep !== null && <StepBadge step={mailing.nextStep} />}
      </div>
    </article>
  );
}

/** Four placeholders in the shape of the cards. */
export function MailingTiles() {
  return (
    <div className={section.grid}>
      {[1, 2, 3, 4].map((tile) => (
        <MailingTile key={tile} />
      ))}
    </div>
  );
}

function MailingTile() {
  return (
    <div className={classes.card}>
      <Skeleton className={classes.face ?? ''} radius={0} />
      <div className={classes.body}>
        <Skeleton height="1.25rem" width="50%" mt="0.375rem" />
        <Skeleton height="0.875rem" width="80%" mt="0.25rem" />
        <Skeleton height="0.875rem" width="60%" />
        <Skeleton height="0.875rem" width="70%" />
      </div>
      <Skeleton height="2.5rem" mx="1rem" width="auto" />
      <Skeleton height="1.25rem" m="1rem" width="auto" />
    </div>
  );
}
