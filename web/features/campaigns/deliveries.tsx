import type { Mailing } from '@mailcall/contract/mailings.ts';
import { mailingTitle } from '@mailcall/contract/rules/mailing.ts';
import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { Link } from '@tanstack/react-router';
import { AccountName } from '../accounts/index.ts';
import { drawerLink } from './drawer-address.ts';
import classes from './deliveries.module.css';
import { MailingFace } from './mailing-face.tsx';

export function DeliveredInWeeks({ mailings }: { mailings: readonly Mailing[] }) {
  return (
    <ul className={classes.list}>
      {mailings.map((mailing) => (
        <li key={mailing.id}>
          <Link {...drawerLink(mailing.id, null)} className={classes.mailing ?? ''}>
            <span className={classes.face}>
              <MailingFace
                path={mailing.frontDesignThumbnailUrl}
                name={`Front of ${mailingTitle(mailing)}`}
                eager
              />
            </span>
            <span className={classes.texts}>
              <strong>{mailingTitle(mailing)}</strong>
              <span>
                <AccountName of={mailing} />
              </span>
              {mailing.deliveryWeek !== null && <span>Week of {formatDay(mailing.deliveryWeek)}</span>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
