import { Skeleton } from '@mantine/core';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import { awaitsArrival, cardAction, mailingTitle, stepOf } from '@mailcall/contract/rules/mailing.ts';
import { isWaitingForOffice } from '@mailcall/contract/rules/next-step.ts';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { preloadCodeOnHover } from '../../ui/preload.ts';
import { rowAttributes } from '../../ui/page-keys.ts';
import { StepBadge } from '../../ui/step-badge.tsx';
import { useIsReadOnly } from '../accounts/index.ts';
import { useLimited } from '../session/index.ts';
import { drawerLink } from './drawer-address.ts';
import { MailingDrawer } from './lazy-mailing-drawer.ts';
import classes from './mailing-card.module.css';
import { MailingFace } from './mailing-face.tsx';
import { AuditBadge, MailingFacts, MailingFigures, MatchedPatients, StatusBadge } from './mailing-facts.tsx';
import { MailingName } from './mailing-name.tsx';
import section from './mailings-section.module.css';

export const MailingCard = memo(function MailingCard({
  mailing,
  showAccount,
}: {
  mailing: Mailing;
  showAccount: boolean;
}) {
  const limited = useLimited();
  const isOrdered = stepOf(mailing.status) === 'ordered';
  // a limited session cannot open what it could approve
  const readOnly = useIsReadOnly(mailing.accountId) || limited;
  const action = cardAction(mailing.status, {
    readOnly,
    changesRequested: mailing.nextStep === 'changesRequested',
  });
  const title = mailingTitle(mailing);
  return (
    <article
      className={classes.card}
      data-arrives={awaitsArrival(mailing) || undefined}
      data-waiting={(!readOnly && isWaitingForOffice(mailing.nextStep)) || undefined}
      aria-label={title}
    >
      <div className={classes.face}>
        <MailingFace path={mailing.frontDesignThumbnailUrl} name={`Front of ${title}`} />
      </div>
      <div className={classes.body}>
        <MailingName mailing={mailing} level={3} />
        <MailingFacts mailing={mailing} showAccount={showAccount} />
        <div className={classes.badges}>
          <StatusBadge status={mailing.status} />
          {isOrdered && mailing.nextStep !== null && <StepBadge step={mailing.nextStep} />}
          <AuditBadge mailing={mailing} />
          <MatchedPatients mailing={mailing} />
        </div>
      </div>
      <div className={classes.results}>
        <MailingFigures mailing={mailing} />
      </div>
      <div className={classes.foot}>
        <Link
          {...drawerLink(mailing.id, isOrdered ? 'design' : null)}
          {...rowAttributes(mailing.id)}
          {...preloadCodeOnHover(MailingDrawer)}
          className={classes.action ?? ''}
          aria-label={`${action}: ${title}${title === mailing.orderNumber ? '' : `, order ${mailing.orderNumber}`}`}
        >
          <span className={classes.label}>{action}</span>
          <IconArrowRight size={16} stroke={2} aria-hidden />
        </Link>
      </div>
    </article>
  );
});

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
      <div className={`${classes.body} ${classes.tileBody}`}>
        <Skeleton height="1.25rem" width="50%" mt="0.375rem" />
        <Skeleton height="0.875rem" width="80%" mt="0.25rem" />
        <Skeleton height="0.875rem" width="60%" />
        <Skeleton height="0.875rem" width="70%" />
      </div>
      <Skeleton className={classes.tileFigures ?? ''} />
      <Skeleton className={classes.tileAction ?? ''} />
    </div>
  );
}
