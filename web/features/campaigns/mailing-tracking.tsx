import { Skeleton } from '@mantine/core';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import { piecesAbout, piecesText } from '@mailcall/contract/rules/mail-pieces.ts';
import { lazy, Suspense, useId } from 'react';
import { HowCounted } from '../../ui/how-counted.tsx';
import classes from './mailing-tracking.module.css';

const TrackingCurve = lazy(() =>
  import('./tracking-curve.tsx').then((module) => ({ default: module.TrackingCurve })),
);

/** Positions of a mailing's pieces; nothing for untracked ones instead of a count of 0. */
export function MailingTracking({ mailing }: { mailing: Mailing }) {
  const id = useId();
  const { pieces, quantity } = mailing;
  if (pieces === null) return null;
  const text = piecesText(pieces, quantity);
  return (
    <section aria-labelledby={id} className={classes.tracking}>
      <h3 id={id} className={classes.title}>
        Where the mail is <HowCounted title="Where the mail is" about={piecesAbout} />
      </h3>
      <Suspense fallback={<Skeleton height="15rem" />}>
        <TrackingCurve mailingId={mailing.id} text={text} />
      </Suspense>
    </section>
  );
}
