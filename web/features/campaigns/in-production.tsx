import { Button } from '@mantine/core';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import { inProductionStatuses, statusIndex } from '@mailcall/contract/rules/mailing.ts';
import { countWaiting, waitsForOffice } from '@mailcall/contract/rules/next-step.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { accountsOf } from '@mailcall/contract/scope/scope.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Failed } from '../../ui/answer.tsx';
import type { ScopeState } from '../scope/index.ts';
import { useLimited } from '../session/index.ts';
import { fresh, mailingsQuery } from './api.ts';
import { mailingFilters } from './list-address.ts';
import { MailingCard, MailingTiles } from './mailing-card.tsx';
import classes from './mailings-section.module.css';

/** The most mailings on their way that are asked for at once. */
const maxInProduction = 500;
/** How many of them show before all are asked for. */
const first = 4;

/** Those that wait for the office come first, then by how far they are; within that as they came, by week. */
function byStep(mailings: readonly Mailing[]): Mailing[] {
  const place = ({ status, nextStep }: Mailing) => (waitsForOffice(nextStep) ? -1 : statusIndex(status));
  return mailings.toSorted((one, other) => place(one) - place(other));
}

/**
 * Mailings that are not delivered yet, whatever the dates: 'Review and Approve' is reached here.
 * Without any there is no section; until that is known its place is kept, so that what stands below does not jump.
 */
export function InProduction({ scope }: { scope: ScopeState }) {
  const id = useId();
  const limited = useLimited();
  const [all, setAll] = useState(false);
  const { campaignFilterType } = mailingFilters(scope, new Date());
  const query = useQuery({
    ...mailingsQuery({
      ...accountsOf(scope.query),
      pageSize: maxInProduction,
      sort: 'deliveryWeek',
      dir: 'asc',
      filters: { status: [...inProductionStatuses], ...(campaignFilterType ? { campaignFilterType } : {}) },
    }),
    ...fresh,
  });
  if (query.data?.records.length === 0) return null;
  const mailings = byStep(query.data?.records ?? []);
  // whoever may open no mailing is not told of those that wait for an approval
  const waiting = limited ? 0 : countWaiting(mailings);
  return (
    <section className={classes.section} aria-labelledby={id} aria-busy={query.isPending}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          In production
        </h2>
        {query.data && (
          <p className={classes.about}>
            {thousands(mailings.length)} on the way
            {waiting > 0 ? `, ${thousands(waiting)} to approve` : ''}
          </p>
        )}
      </div>
      {query.isError ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <MailingTiles />
      ) : (
        <ul className={classes.grid} data-old={query.isPlaceholderData || undefined}>
          {(all ? mailings : mailings.slice(0, first)).map((mailing) => (
            <li key={mailing.id}>
              <MailingCard mailing={mailing} />
            </li>
          ))}
        </ul>
      )}
      {mailings.length > first && (
        <Button
          variant="default"
          className={classes.more ?? ''}
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? 'Show fewer' : `Show all ${thousands(mailings.length)} in production`}
        </Button>
      )}
    </section>
  );
}
