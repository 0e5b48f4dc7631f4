import { Button, Skeleton, Text, Title } from '@mantine/core';
import { passkeyMessages } from '@mailcall/contract/rules/passkeys.ts';
import type { OwnSession, SessionOrigin } from '@mailcall/contract/own-sessions.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { Answer } from '../../ui/answer.tsx';
import { formatInstantDay, timeOfDay } from '../../ui/dates.ts';
import { toast } from '../../ui/toast.tsx';
import { failureText } from './api.ts';
import { ownSessionsQuery, signOutOtherSessions, signOutSession } from './sessions-api.ts';
import classes from './sessions.module.css';
import settings from './settings.module.css';

const originTexts: Readonly<Record<SessionOrigin, string>> = {
  password: 'by password',
  code: 'by link or code',
  passkey: 'by passkey',
  'mailed link': 'by a mailed link, with limited access',
  'scoreboard link': 'by a scoreboard link',
};

const when = (instant: string) => `${formatInstantDay(instant)}, ${timeOfDay(instant)}`;

/** Ends other sessions, one request at a time; `running` is an id or "all". */
function useSignOut(onDone: () => void) {
  const [running, setRunning] = useState<string | null>(null);
  const run = async (name: string, send: () => Promise<void>) => {
    if (running !== null) return;
    setRunning(name);
    try {
      await send();
      toast('success', passkeyMessages.signedOutThere);
      onDone();
    } catch (error) {
      toast('error', failureText(error));
    } finally {
      setRunning(null);
    }
  };
  return {
    running,
    signOut: (id: string) => run(id, () => signOutSession(id)),
    signOutOfAll: () => run('all', signOutOtherSessions),
  };
}

export function SessionsSection() {
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const query = useQuery(ownSessionsQuery);
  const { running, signOut, signOutOfAll } = useSignOut(() => title.current?.focus({ preventScroll: true }));
  const others = query.data?.filter(({ current }) => !current) ?? [];
  return (
    <section className={`${settings.card} ${classes.section}`} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <Title order={2} size="h4" id={id} ref={title} tabIndex={-1} className={settings.title}>
            Sessions
          </Title>
          <Text size="sm" c="dimmed">
            Where you are logged in. Unknown device? Sign out there and change your password.
          </Text>
        </div>
        {others.length > 1 && (
          <Button
            variant="default"
            className={settings.finger ?? ''}
            loading={running === 'all'}
            onClick={() => void signOutOfAll()}
          >
            Sign out everywhere else
          </Button>
        )}
      </div>
      <Answer query={query} skeleton={<Skeleton height={52} />}>
        {(sessions) => (
          <ul className={classes.list}>
            {sessions.map((session) => (
              <SessionItem
                key={session.id}
                session={session}
                loading={running === session.id}
                onSignOut={() => void signOut(session.id)}
              />
            ))}
          </ul>
        )}
      </Answer>
    </section>
  );
}

function SessionItem({
  session: { device, network, origin, startedAt, lastUsedAt, current },
  loading,
  onSignOut,
}: {
  session: OwnSession;
  loading: boolean;
  onSignOut: () => void;
}) {
  const id = useId();
  return (
    <li className={classes.item}>
      <div>
        <Text fw={600} id={id} className={classes.device}>
          {device ?? 'Unknown device'}
          {current && (
            <Text span c="dimmed" fw={400}>
              {' · This device'}
            </Text>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          Logged in {when(startedAt)} {originTexts[origin]}
          {network === null ? '' : ` from ${network}`}
        </Text>
        {!current && (
          <Text size="sm" c="dimmed">
            Last used {when(lastUsedAt)}
          </Text>
        )}
      </div>
      {!current && (
        <Button
          variant="default"
          size="compact-md"
          className={settings.finger ?? ''}
          aria-describedby={id}
          loading={loading}
          onClick={onSignOut}
        >
          Sign out there
        </Button>
      )}
    </li>
  );
}
