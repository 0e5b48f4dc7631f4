import { Button } from '@mantine/core';
import { visiblePage } from '@mailcall/contract/rules/paging.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failed } from '../../ui/answer.tsx';
import { elementIds } from '../../ui/focus-element.ts';
import { Pager, usePageOf } from '../../ui/pager.tsx';
import { useRedirectToLastPage } from '../../ui/redirect-to-last-page.ts';
import type { ScopeState } from '../scope/index.ts';
import { useLimited } from '../session/index.ts';
import { alwaysFresh } from '../../platform/query-client.ts';
import { mailingsQuery } from './api.ts';
import { MailingCard, MailingTiles } from './mailing-card.tsx';
import { inProductionPerPage as perPage, inProductionRequest } from './mailing-requests.ts';
import classes from './mailings-section.module.css';

/** How many mailings are shown at first: as many as wait for the viewer, within these limits. */
const initialCounts = { least: 4, most: 12 };

function useInProduction(scope: ScopeState) {
  const list = inProductionRequest(scope);
  const [page, setPage] = usePageOf(list);
  const query = useQuery({ ...mailingsQuery({ ...list, page }), ...alwaysFresh });
  return { query, page, setPage };
}

/** Undelivered mailings, regardless of dates. Reserves space while loading, so that nothing below jumps. */
export function InProduction({ scope }: { scope: ScopeState }) {
  const id = elementIds.inProduction;
  const limited = useLimited();
  const [all, setAll] = useState(false);
  const { query, page, setPage } = useInProduction(scope);
  const total = query.data?.meta.totalCount ?? 0;
  const leaving = useRedirectToLastPage(
    query.data && !query.isPlaceholderData ? total : undefined,
    { page, pageSize: perPage },
    perPage,
    setPage,
  );
  if (query.data && total === 0) return null;
  const mailings = query.data?.records ?? [];
  // limited sessions cannot approve, so they do not show the number waiting for approval
  const waiting = limited ? 0 : (query.data?.meta.waitingCount ?? 0);
  const initialCount = Math.min(initialCounts.most, Math.max(initialCounts.least, waiting));
  return (
    <section className={classes.section} aria-labelledby={id} aria-busy={query.isPending}>
      <div className={classes.head}>
        <h2 id={id} tabIndex={-1} className={classes.title}>
          In production
        </h2>
        {query.data && (
          <p className={classes.about}>
            {thousands(total)} on the way
            {waiting > 0 ? `, ${thousands(waiting)} to approve` : ''}
          </p>
        )}
      </div>
      {query.isError ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending || leaving ? (
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
      {all && total > perPage && (
        <div className={classes.pager}>
          <Pager
            view={visiblePage(total, { page, pageSize: perPage }, perPage)}
            total={total}
            pageSize={perPage}
            loading={query.isPlaceholderData}
            label="Pages of the mailings in production"
            rowsLabel="mailings"
            onPage={setPage}
          />
        </div>
      )}
      {total > initialCount && (
        <Button
          variant="default"
          className={classes.more ?? ''}
          aria-expanded={all}
          onClick={() => {
            setAll(!all);
            setPage(1);
          }}
        >
          {all ? 'Show fewer' : `Show all ${thousands(total)} in production`}
        </Button>
      )}
    </section>
  );
}
