import { Button, NativeSelect, Skeleton, Text } from '@mantine/core';
import { type InboxKind, inboxKinds } from '@mailcall/contract/rules/inbox.ts';
import { teamMayUse } from '@mailcall/contract/rules/team-roles.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { paths } from '../../paths.ts';
import { textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { focusNextFrame } from '../../platform/focus-next-frame.ts';
import { useSession } from '../../platform/session-store.ts';
import { Answer } from '../../ui/answer.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { officeChoicesQuery } from '../provider-offices/index.ts';
import { inboxCountQuery, inboxQuery } from './api.ts';
import classes from './inbox.module.css';
import { InboxEntry } from './inbox-entry.tsx';
import { kindTexts } from './inbox-texts.ts';

export function InboxPage() {
  const change = useChangeAddress();
  const named = textOf(useAddress()['kind']);
  const kind = inboxKinds.find((known) => known === named);
  const counts = useQuery(inboxCountQuery());
  const list = useRef<HTMLUListElement>(null);
  const first = useQuery(inboxQuery(kind, undefined));
  const kinds = counts.data?.kinds ?? [];
  const countOf = (of: InboxKind) => kinds.find((one) => one.kind === of)?.count ?? 0;
  const shown = inboxKinds.filter((one) => one === kind || countOf(one) > 0);
  /** What comes after an item that is gone. */
  const focusAt = (index: number) =>
    focusNextFrame(() => {
      const entries = list.current?.querySelectorAll('[data-entry]') ?? [];
      const next = entries[Math.min(index, entries.length - 1)];
      return next?.querySelector('button, a') ?? document.querySelector('h1');
    });
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div>
          <PageHeading title="Inbox" />
          <Text c="dimmed" role="status" className={classes.sentence ?? ''}>
            {counts.data
              ? counts.data.total === 0
                ? ''
                : `${counted(counts.data.total, 'item')} to do, oldest first.`
              : ' '}
          </Text>
        </div>
        {(shown.length > 1 || kind !== undefined) && (
          <NativeSelect
            aria-label="Show"
            value={kind ?? ''}
            data={[
              { value: '', label: 'Everything' },
              ...shown.map((one) => ({
                value: one,
                label: counts.data ? `${kindTexts[one]} (${countOf(one)})` : kindTexts[one],
              })),
            ]}
            onChange={({ currentTarget }) => change({ kind: currentTarget.value || undefined })}
          />
        )}
      </div>
      <Answer
        query={first}
        skeleton={<Skeleton height="16rem" />}
        isEmpty={({ records }) => records.length === 0}
        empty={kind ? <EmptyCard text="Nothing of this kind waits." /> : <NothingWaits />}
      >
        {() => (
          <ul ref={list} className={classes.list} aria-label="Oldest first">
            <Part key={kind} kind={kind} after={undefined} onGone={focusAt} />
          </ul>
        )}
      </Answer>
    </div>
  );
}

/** A desk without an office says how it begins. */
function NothingWaits() {
  const session = useSession();
  const offices = useQuery(officeChoicesQuery(''));
  const isFirstDay =
    offices.data?.records.length === 0 && session !== null && teamMayUse('account-manager', session.team);
  if (!isFirstDay) return <EmptyCard text="Nothing waits for you." />;
  return (
    <EmptyCard text="Welcome. Begin with your first office. Its mailing, people and designs come next.">
      <Button h={44} renderRoot={(props) => <Link to={paths.providerOffice('new')} {...props} />}>
        New office
      </Button>
    </EmptyCard>
  );
}

/** A page of the list, and the next one once it is asked for. */
function Part({
  kind,
  after,
  onGone,
}: {
  kind: InboxKind | undefined;
  after: string | undefined;
  onGone: (index: number) => void;
}) {
  const page = useQuery(inboxQuery(kind, after));
  const [isMore, setMore] = useState(false);
  const { records = [], next = null } = page.data ?? {};
  return (
    <>
      {records.map((item) => (
        <InboxEntry key={`${item.kind} ${item.id}`} item={item} onGone={onGone} />
      ))}
      {page.isError && (
        <li className={classes.more}>
          <Text size="sm">{page.error.message}</Text>
          <Button variant="default" size="xs" onClick={() => void page.refetch()}>
            Retry
          </Button>
        </li>
      )}
      {next !== null && isMore && <Part kind={kind} after={next} onGone={onGone} />}
      {next !== null && !isMore && (
        <li className={classes.more}>
          <Button variant="default" onClick={() => setMore(true)}>
            Show more
          </Button>
        </li>
      )}
    </>
  );
}
