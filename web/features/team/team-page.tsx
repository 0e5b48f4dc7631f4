import { Badge, Button, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import {
  endSessionsOfMember,
  inviteMember,
  type Member,
  memberLeaves,
  unlockMember,
} from '@mailcall/contract/provider-team.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { teamRoleTexts } from '@mailcall/contract/rules/team-roles.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { call, explanationOf } from '../../platform/api.ts';
import { Answer } from '../../ui/answer.tsx';
import { DataTable, TableCard } from '../../ui/data-table.tsx';
import { asOfText, formatInstantDay } from '../../ui/dates.ts';
import { ConfirmActions, Dialog, DialogProblem } from '../../ui/dialog.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { PageTitle } from '../../ui/page-head.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { toast } from '../../ui/toast.tsx';
import { readPeopleAgain, teamQuery } from './api.ts';
import { MemberForm } from './member-form.tsx';
import classes from './team.module.css';

/** Milliseconds of a typing pause before searching. */
const searchDelay = 300;

const rolesText = ({ roles }: Member) => roles.map((role) => teamRoleTexts[role]).join(', ') || 'none';

const officesText = ({ allAccounts, offices }: Member) =>
  allAccounts
    ? 'All accounts'
    : offices.length > 3
      ? `${offices
          .slice(0, 3)
          .map(({ name }) => name)
          .join(', ')} and ${counted(offices.length - 3, 'other')}`
      : offices.map(({ name }) => name).join(', ') || 'No account';

function barrierOf({ locked, activated, invitedUntil }: Member): string | null {
  if (locked) return 'Locked';
  if (activated || invitedUntil !== null) return null;
  return 'Not invited';
}

function Access({ member }: { member: Member }) {
  const barrier = barrierOf(member);
  return (
    <div className={classes.item}>
      {barrier !== null && (
        <Badge color="orange" variant="light" tt="none">
          {barrier}
        </Badge>
      )}
      <Text size="sm" c="dimmed">
        {member.lastSeenAt !== null
          ? `Seen ${asOfText(member.lastSeenAt, new Date())}`
          : member.invitedUntil !== null
            ? `Invited until ${formatInstantDay(member.invitedUntil)}`
            : 'Not seen in the last month'}
      </Text>
    </div>
  );
}

function MemberName({ member }: { member: Member }) {
  const change = useChangeAddress();
  return (
    <div className={classes.item}>
      <UnstyledButton className={classes.name ?? ''} onClick={() => change({ member: member.id })}>
        {member.name}
      </UnstyledButton>
      <Text size="sm" c="dimmed" className={classes.text ?? ''}>
        {member.email}
      </Text>
    </div>
  );
}

const nameCell = (member: Member) => <MemberName member={member} />;
const accessCell = (member: Member) => <Access member={member} />;
const textCell = (read: (member: Member) => string) => (member: Member) => (
  <Text size="sm" className={classes.text ?? ''}>
    {read(member)}
  </Text>
);

const columns = [
  { key: 'name', title: 'Name', cell: nameCell, width: '30%' },
  { key: 'roles', title: 'Roles', cell: textCell(rolesText), width: '22%' },
  { key: 'accounts', title: 'Accounts', cell: textCell(officesText) },
  { key: 'seen', title: 'Sign-in', cell: accessCell, width: '22%' },
];

function MemberPresses({ member, onGone }: { member: Member; onGone: () => void }) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<'sessions' | 'leave' | null>(null);
  const params = { params: { id: member.id } };
  const done = (text: string) => {
    toast('success', text);
    setAsked(null);
    void readPeopleAgain(client);
  };
  const invite = useMutation({
    mutationFn: () => call(inviteMember, params),
    onSuccess: ({ sending }) =>
      done(sending ? 'Invitation sent.' : 'No mail server is set up, so the invitation waits.'),
  });
  const unlock = useMutation({
    mutationFn: () => call(unlockMember, params),
    onSuccess: () => done(`${member.name} can try again.`),
  });
  const end = useMutation({
    mutationFn: () => call(endSessionsOfMember, params),
    onSuccess: ({ ended }) => done(`${counted(ended, 'session')} ended.`),
  });
  const leave = useMutation({
    mutationFn: () => call(memberLeaves, params),
    onSuccess: () => {
      onGone();
      done(`${member.name} left and was signed out everywhere.`);
    },
  });
  const failed = [invite, unlock].find(({ isError }) => isError);
  return (
    <Stack gap="sm">
      <DialogProblem text={failed ? explanationOf(failed.error) : null} />
      <Group gap="xs">
        {!member.activated && (
          <Button className={classes.finger ?? ''} loading={invite.isPending} onClick={() => invite.mutate()}>
            Send invitation again
          </Button>
        )}
        {member.locked && (
          <Button className={classes.finger ?? ''} loading={unlock.isPending} onClick={() => unlock.mutate()}>
            Let them try again
          </Button>
        )}
        <Button variant="default" className={classes.finger ?? ''} onClick={() => setAsked('sessions')}>
          Sign out everywhere
        </Button>
        <Button
          variant="default"
          c="var(--mantine-color-error)"
          className={classes.finger ?? ''}
          onClick={() => setAsked('leave')}
        >
          Leaves the Provider
        </Button>
      </Group>
      {asked === 'sessions' && (
        <Dialog title={`Sign out ${member.name}?`} onClose={() => setAsked(null)}>
          <Text size="sm">All browsers must sign in again. Password and passkeys stay.</Text>
          <ConfirmActions
            label="Sign out everywhere"
            problem={end.isError ? explanationOf(end.error) : null}
            isBusy={end.isPending}
            onConfirm={() => end.mutate()}
            onCancel={() => setAsked(null)}
          />
        </Dialog>
      )}
      {asked === 'leave' && (
        <Dialog title={`${member.name} leaves the provider?`} onClose={() => setAsked(null)}>
          <Text size="sm">
            Roles, sessions, password, passkeys, shared links and claimed calls end now. What this person did
            stays in the activity.
          </Text>
          <ConfirmActions
            label="End everything"
            problem={leave.isError ? explanationOf(leave.error) : null}
            isBusy={leave.isPending}
            onConfirm={() => leave.mutate()}
            onCancel={() => setAsked(null)}
          />
        </Dialog>
      )}
    </Stack>
  );
}

function MemberDetails({ member, onClose }: { member: Member; onClose: () => void }) {
  if (member.own)
    return <Text size="sm">This is you. Another operator can change your roles and accounts.</Text>;
  if (!member.managed)
    return <Text size="sm">{member.email}. This person also works for accounts that are not yours.</Text>;
  return (
    <Stack gap="lg">
      <MemberPresses member={member} onGone={onClose} />
      <div className={classes.ends}>
        <MemberForm member={member} onDone={onClose} />
      </div>
    </Stack>
  );
}

export function TeamPage() {
  const address = useAddress();
  const change = useChangeAddress();
  const query = (textOf(address['q']) ?? '').slice(0, 200);
  const open = textOf(address['member']) ?? null;
  const team = useQuery(teamQuery(query));
  const opened = team.data?.records.find(({ id }) => id === open);
  const close = () => change({ member: undefined });
  return (
    <>
      <PageTitle
        title="Team"
        action={
          <Button ml="sm" onClick={() => change({ member: 'new' })}>
            Invite a colleague
          </Button>
        }
      />
      <div className={classes.tools}>
        <div className={classes.search}>
          <SearchField
            label="Find by name, email or role"
            value={query}
            wait={searchDelay}
            onSearch={(text, replace) => change({ q: text || undefined }, { replace })}
          />
        </div>
      </div>
      <Answer query={team} skeleton={<Skeleton height="16rem" />}>
        {({ records }) => (
          <TableCard>
            {records.length === 0 ? (
              <EmptyCard text={query === '' ? 'Nobody is in the team yet.' : 'Nobody matches.'} />
            ) : (
              <DataTable
                label="Team"
                columns={columns}
                rows={records}
                rowKey={({ id }) => id}
                renderItem={(member) => (
                  <div className={classes.item}>
                    <MemberName member={member} />
                    <Text size="sm">
                      {rolesText(member)} · {officesText(member)}
                    </Text>
                    <Access member={member} />
                  </div>
                )}
                onOpen={({ id }) => change({ member: id })}
                sorting={{ field: '', dir: 'asc' }}
                onSort={() => {}}
                loading={team.isPlaceholderData}
                loadingText="Loading..."
                minWidth={860}
              />
            )}
          </TableCard>
        )}
      </Answer>
      <SideDrawer
        opened={open === 'new' || opened !== undefined}
        onClose={close}
        title={open === 'new' ? 'Invite a colleague' : (opened?.name ?? '')}
      >
        {open === 'new' ? (
          <MemberForm member={null} onDone={close} />
        ) : (
          opened && <MemberDetails key={opened.id} member={opened} onClose={close} />
        )}
      </SideDrawer>
    </>
  );
}
