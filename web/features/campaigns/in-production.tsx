import { Button } from '@mantine/core';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import { inProductionStatuses, statusIndex } from '@mailcall/contract/rules/mailing.ts';
import { countWaiting, isWaitingForOffice } from '@mailcall/contract/rules/next-step.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { requestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failed } from '../../ui/answer.tsx';
import { elementIds } from '../../ui/focus-element.ts';
import type { ScopeState } from '../scope/index.ts';
import { useLimited } from '../session/index.ts';
import { fresh, mailingsQuery } from './api.ts';
import { mailingFilters } from './list-address.ts';
import { MailingCard, MailingTiles } from './mailing-card.tsx';
import classes from './mailings-section.module.css';

/** The maximum number of mailings in production that one request loads. */
const maxInProduction = 500;
/** How many of them are displayed until the user shows all: those that wait for the office, and not fewer or more than this. */
const initialCounts = { least: 4, most: 12 };

/** Those that wait for the office come first, then by status; within that they stay in order of delivery week. */
function sortByNextStep(mailings: readonly Mailing[]): Mailing[] {
  const rank = ({ status, nextStep }: Mailing) => (isWaitingForOffice(nextStep) ? -1 : statusIndex(status));
  return mailings.toSorted((one, other) => rank(one) - rank(other));
}

/**
 * Mailings that are not delivered yet, regardless of the dates; they lead to 'Review and Approve'. Without any there is
 * no section, but its space is reserved while they load, so that the content below does not jump.
 */
export function InProduction({ scope }: { scope: ScopeState }) {
  const id = elementIds.inProduction;
  const limited = useLimited();
  const [all, setAll] = useState(false);
  const { campaignFilterType } = mailingFilters(scope, new Date());
  const query = useQuery({
    ...mailingsQuery({
      ...requestedAccounts(scope.query),
      pageSize: maxInProduction,
      sort: 'deliveryWeek',
      dir: 'asc',
      filters: { status: [...inProductionStatuses], ...(campaignFilterType ? { campaignFilterType } : {}) },
    }),
    ...fresh,
  });
  if (query.data?.records.length === 0) return null;
  const mailings = sortByNextStep(query.data?.records ?? []);
  // limited access cannot approve mailings, so it does not show how many wait for an approval
  const waiting = limited ? 0 : countWaiting(mailings);
  const initialCount = Math.min(initialCounts.most, Math.max(initialCounts.least, waiting));
  return (
    <section className={classes.section} aria-labelledby={id} aria-busy={query.isPending}>
      <div className={classes.head}>
        <h2 id={id} tabIndex={-1} className={classes.title}>
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
        <ul className={classes.grid} data-previous={query.isPlaceholderData || undefined}>
          {(all ? mailings : mailings.slice(0, initialCount)).map((mailing) => (
            <li key={mailing.id}>
              <MailingCard mailing={mailing} showAccount={scope.accountIds.length > 1} />
            </li>
          ))}
        </ul>
      )}
      {mailings.length > initialCount && (
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
