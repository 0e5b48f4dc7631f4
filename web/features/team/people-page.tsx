import { Button, NativeSelect, Text, UnstyledButton } from '@mantine/core';
import { peopleShown, type PeopleShown, type Person } from '@mailcall/contract/provider-people.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { type SignInBarrier, signInBarrierTexts } from '@mailcall/contract/rules/sign-in-barriers.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Address, pageIn, textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { PageTitle } from '../../ui/page-head.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { officesText } from '../client-view/index.ts';
import { peopleQuery, type PeopleState } from './api.ts';
import { InviteForm } from './invite-form.tsx';
import { BarrierBadge, PersonDetails, seenText } from './person-details.tsx';
import classes from './team.module.css';

/** Milliseconds of a typing pause before searching. */
const searchDelay = 300;

const pageSize = 25;

const showTexts: Readonly<Record<Exclude<PeopleShown, SignInBarrier>, string>> = {
  'cannot sign in': 'Cannot sign in',
  primary: 'Primary contacts',
};
const showText = (show: PeopleShown): string =>
  show === 'primary' || show === 'cannot sign in'
    ? showTexts[show]
    : `Cannot sign in: ${signInBarrierTexts[show].label}`;

const stateOf = (address: Address): PeopleState => {
  const show = textOf(address['show']);
  return {
    query: (textOf(address['q']) ?? '').slice(0, 200),
    show: peopleShown.find((known) => known === show),
    page: pageIn(address['page']),
    pageSize,
  };
};

function Access({ person }: { person: Person }) {
  return (
    <div className={classes.item}>
      <BarrierBadge person={person} />
      <Text size="sm" c="dimmed">
        {seenText(person)}
      </Text>
    </div>
  );
}

const accessCell = (person: Person) => <Access person={person} />;

const roleText = ({ primary, limited }: Person) =>
  [primary && 'Primary contact', limited && 'Limited access'].filter(Boolean).join(', ');

export function PeoplePage() {
  const address = useAddress();
  const change = useChangeAddress();
  const state = useMemo(() => stateOf(address), [address]);
  const open = textOf(address['person']) ?? null;
  const people = useQuery(peopleQuery(state));
  const columns = useMemo(() => {
    const name = (person: Person) => (
      <div className={classes.item}>
        <UnstyledButton className={classes.name ?? ''} onClick={() => change({ person: person.id })}>
          {person.name}
        </UnstyledButton>
        <Text size="sm" c="dimmed" className={classes.text ?? ''}>
          {person.email}
        </Text>
      </div>
    );
    const text = (read: (person: Person) => string) => (person: Person) => (
      <Text size="sm" className={classes.text ?? ''}>
        {read(person)}
      </Text>
    );
    return [
      { key: 'name', title: 'Name', cell: name, width: '28%' },
      {
        key: 'offices',
        title: 'Offices',
        cell: text((person) => officesText(person.officeNames, person.officesCount)),
      },
      { key: 'role', title: 'Access', cell: text(roleText), width: '15%' },
      {
        key: 'phone',
        title: 'Phone',
        cell: text(({ phone }) => (phone === null ? '' : formatPhone(phone))),
        width: '15%',
      },
      {
        key: 'seen',
        title: 'Sign-in',
        cell: accessCell,
        width: '20%',
      },
    ];
  }, [change]);
  const total = people.isPlaceholderData ? undefined : people.data?.meta.total_count;
  const opened = people.data?.records.find(({ id }) => id === open);
  return (
    <>
      <PageTitle
        title="People"
        action={
          <Button ml="sm" onClick={() => change({ invite: '1' })}>
            Invite people
          </Button>
        }
      />
      <div className={classes.tools}>
        <div className={classes.search}>
          <SearchField
            label="Find by name, email, phone or office"
            value={state.query}
            wait={searchDelay}
            onSearch={(text, replace) => change({ q: text || undefined, page: undefined }, { replace })}
          />
        </div>
        <NativeSelect
          aria-label="Show"
          value={state.show ?? ''}
          data={[
            { value: '', label: 'Everyone' },
            ...peopleShown.map((show) => ({ value: show, label: showText(show) })),
          ]}
          onChange={({ currentTarget }) =>
            change({ show: currentTarget.value || undefined, page: undefined })
          }
        />
        <Text size="sm" fw={600} role="status">
          {total === undefined ? '' : `${thousands(total)} ${total === 1 ? 'person' : 'people'}`}
        </Text>
      </div>
      <PagedTable
        label="People"
        query={people}
        columns={columns}
        rowKey={({ id }) => id}
        renderItem={(person) => (
          <div className={classes.item}>
            {columns[0]?.cell(person)}
            <Text size="sm">{officesText(person.officeNames, person.officesCount)}</Text>
            <Access person={person} />
          </div>
        )}
        onOpen={({ id }) => change({ person: id })}
        sorting={{ field: '', dir: 'asc' }}
        onSort={() => {}}
        loadingText="Loading..."
        pageSizes={[]}
        maxUnpagedRows={pageSize}
        page={state.page}
        pageSize={pageSize}
        onPage={(page, replace = false) =>
          change({ page: page === 1 ? undefined : String(page) }, { replace })
        }
        onPageSize={() => {}}
        empty={
          <EmptyCard
            text={
              state.query === '' && state.show === undefined
                ? 'None of your offices has a person yet.'
                : 'Nobody matches.'
            }
          />
        }
        minWidth={860}
      />
      <SideDrawer
        opened={open !== null}
        onClose={() => change({ person: undefined })}
        title={opened?.name ?? 'Person'}
      >
        {open !== null && <PersonDetails key={open} id={open} onGone={() => change({ person: undefined })} />}
      </SideDrawer>
      <SideDrawer
        opened={textOf(address['invite']) !== undefined}
        onClose={() => change({ invite: undefined })}
        title="Invite people"
      >
        <InviteForm
          onDone={() => change({ invite: undefined })}
          onCancel={() => change({ invite: undefined })}
        />
      </SideDrawer>
    </>
  );
}
