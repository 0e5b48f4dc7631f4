import { Alert, Badge, Button, Skeleton, Stack, Text } from '@mantine/core';
import {
  endSessionsOfPerson,
  invitePerson,
  type Person,
  removePerson,
  unlockPerson,
} from '@mailcall/contract/provider-people.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { signInBarrierTexts } from '@mailcall/contract/rules/sign-in-barriers.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, explanationOf } from '../../platform/api.ts';
import { Answer } from '../../ui/answer.tsx';
import { asOfText, formatInstantDay } from '../../ui/dates.ts';
import { ConfirmActions, Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { viewAs } from '../client-view/index.ts';
import { personQuery, readPeopleAgain } from './api.ts';
import { PersonForm } from './person-form.tsx';
import classes from './team.module.css';

export const seenText = ({ lastSeenAt, invitedUntil }: Person): string =>
  lastSeenAt !== null
    ? `Seen ${asOfText(lastSeenAt, new Date())}`
    : invitedUntil !== null
      ? `Invited until ${formatInstantDay(invitedUntil)}`
      : 'Not seen in the last month';

export function BarrierBadge({ person: { barrier } }: { person: Person }) {
  return (
    barrier !== null && (
      <Badge color="orange" variant="light" tt="none">
        {signInBarrierTexts[barrier].label}
      </Badge>
    )
  );
}

type Asked = 'sessions' | 'leave' | null;

function Presses({ person, onGone }: { person: Person; onGone: () => void }) {
  const { id, name, barrier } = person;
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked>(null);
  const again = () => readPeopleAgain(client);
  const params = { params: { id } };
  const invite = useMutation({
    mutationFn: () => call(invitePerson, params),
    onSuccess: ({ sending }) => {
      toast(
        sending ? 'success' : 'warning',
        sending ? 'Invitation sent.' : 'No mail server is set up, so the invitation waits.',
      );
      void again();
    },
  });
  const unlock = useMutation({
    mutationFn: () => call(unlockPerson, params),
    onSuccess: () => {
      toast('success', `${name} can try again.`);
      void again();
    },
  });
  const end = useMutation({
    mutationFn: () => call(endSessionsOfPerson, params),
    onSuccess: ({ ended }) => {
      toast('success', `${counted(ended, 'session')} ended.`);
      setAsked(null);
      void again();
    },
  });
  const leave = useMutation({
    mutationFn: () => call(removePerson, params),
    onSuccess: () => {
      toast('success', `${name} was removed and signed out everywhere.`);
      setAsked(null);
      onGone();
      void again();
    },
  });
  const view = useMutation({ mutationFn: () => viewAs(id) });
  const mayInvite =
    ['not invited', 'invitation expired', 'mail failed'].includes(barrier ?? '') ||
    person.invitedUntil !== null;
  const failed = [invite, unlock, view].find(({ isError }) => isError);
  return (
    <Stack gap="sm">
      {barrier !== null && (
        <Alert color="orange" variant="light" title="Cannot sign in">
          {signInBarrierTexts[barrier].why}
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {seenText(person)}
      </Text>
      {failed && (
        <Alert color="red" variant="light" role="alert">
          {explanationOf(failed.error)}
        </Alert>
      )}
      <div className={classes.presses}>
        {mayInvite && (
          <Button className={classes.finger ?? ''} loading={invite.isPending} onClick={() => invite.mutate()}>
            {barrier === 'not invited' ? 'Invite' : 'Send invitation again'}
          </Button>
        )}
        {barrier === 'locked' && (
          <Button className={classes.finger ?? ''} loading={unlock.isPending} onClick={() => unlock.mutate()}>
            Let them try again
          </Button>
        )}
        <Button
          variant="default"
          className={classes.finger ?? ''}
          loading={view.isPending}
          onClick={() => view.mutate()}
        >
          View as Client
        </Button>
        <Button variant="default" className={classes.finger ?? ''} onClick={() => setAsked('sessions')}>
          Sign out everywhere
        </Button>
        <Button
          variant="default"
          c="var(--mantine-color-error)"
          className={classes.finger ?? ''}
          onClick={() => setAsked('leave')}
        >
          Remove
        </Button>
      </div>
      {asked === 'sessions' && (
        <Dialog title={`Sign out ${name}?`} onClose={() => setAsked(null)}>
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
        <Dialog title={`Remove ${name}?`} onClose={() => setAsked(null)}>
          <Text size="sm">
            Sessions, password, passkeys and shared links end now, for all offices. What this person did stays
            in the activity.
          </Text>
          <ConfirmActions
            label="Remove"
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

export function PersonDetails({ id, onGone }: { id: string; onGone: () => void }) {
  const query = useQuery(personQuery(id));
  return (
    <Answer query={query} skeleton={<Skeleton height="20rem" />}>
      {({ person, row, offices }) =>
        row === null ? (
          <Text size="sm">
            {person.email}. This person also has offices that are not yours. An operator can change them.
          </Text>
        ) : (
          <Stack gap="lg">
            <Presses person={person} onGone={onGone} />
            <div className={classes.ends}>
              <PersonForm id={id} row={row} offices={offices} />
            </div>
          </Stack>
        )
      }
    </Answer>
  );
}
