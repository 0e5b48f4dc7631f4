import { Button, List, Stack, Text } from '@mantine/core';
import { verifyScoreboardGrant } from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { call, messageOf } from '../../platform/api.ts';
import { config } from '../../platform/config.ts';
import { useSession } from '../../platform/session-store.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { SupportAddress } from '../../ui/support-address.tsx';
import { Entrance } from './entrance.tsx';
import { isForAnotherPerson } from './for-another-person.ts';
import { addGrant } from './rebuild-session.ts';
import { signInByGrant } from './sign-in.ts';
import { useLinkAnswer } from './use-link-answer.ts';
import { WaitingScreen } from './waiting-screen.tsx';

type GrantLink = RouteReply<typeof verifyScoreboardGrant>;

const look = (code: string, signal: AbortSignal) =>
  call(verifyScoreboardGrant, { body: { code } }, { signal });

const maxNames = 12;

/** /grant/scoreboard: adds the offices of a link after a press for its signed-in person; others become guests. */
export function GrantScreen() {
  const { history } = useRouter();
  const [code, link, setLink] = useLinkAnswer(look, 'code');
  const [isWanted, setWanted] = useState(false);
  const session = useSession();
  const use = async ({ email }: GrantLink) => {
    try {
      const isOwn = session !== null && !session.guest && !isForAnotherPerson(email);
      await (isOwn ? addGrant(code) : signInByGrant(code));
      history.replace(paths.home);
    } catch (error) {
      setWanted(false);
      setLink({ failed: messageOf(error) });
    }
  };
  if (isWanted && link !== 'loading' && !('failed' in link))
    return (
      <WaitingScreen title="Scoreboard access" text={messages.obtainingScoreboard} act={() => use(link)} />
    );
  const leave = () => history.replace(session ? paths.home : paths.login);
  return (
    <Entrance>
      {link === 'loading' ? (
        <PageLoading />
      ) : 'failed' in link ? (
        <LinkIsOver text={link.failed} onLeave={leave} />
      ) : (
        <Offices link={link} onView={() => setWanted(true)} onStay={leave} />
      )}
    </Entrance>
  );
}

function Offices({
  link: { email, accountNames, lifetime },
  onView,
  onStay,
}: {
  link: GrantLink;
  onView: () => void;
  onStay: () => void;
}) {
  const session = useSession();
  const isOthers = session !== null && isForAnotherPerson(email);
  return (
    <Stack gap="md" align="flex-start" style={{ overflowWrap: 'anywhere' }}>
      <PageHeading title="Scoreboard access" />
      <div>
        <Text>
          This link for <strong>{email}</strong> shows the calls and campaigns of:
        </Text>
        <List my="xs">
          {accountNames.slice(0, maxNames).map((name, index) => (
            // two accounts can share a name
            <List.Item key={index}>{name}</List.Item>
          ))}
        </List>
        {accountNames.length > maxNames && <Text>and {accountNames.length - maxNames} more offices.</Text>}
        <Text c="dimmed">You can look at them for {minutesText(lifetime)}. The link works once.</Text>
      </div>
      {session && (
        <Text>
          You are signed in as <strong>{session.profileName}</strong> ({session.profileEmail}).{' '}
          {isOthers ? 'If you continue, you will be logged out first.' : !session.guest && addsOfficesText}
        </Text>
      )}
      <Text c="dimmed">Only continue if you know who sent you this link.</Text>
      {session && (
        <Button size="md" variant="default" onClick={onStay}>
          Stay signed in
        </Button>
      )}
      <Button size="md" onClick={onView}>
        {isOthers ? 'Logout and continue' : 'View scoreboard'}
      </Button>
    </Stack>
  );
}

const addsOfficesText = 'If you continue, you see these offices beside your own.';

function minutesText(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** A used or expired link; only the provider can create another. */
function LinkIsOver({ text, onLeave }: { text: string; onLeave: () => void }) {
  const session = useSession();
  return (
    <Stack gap="md" align="flex-start">
      <PageHeading title="This link cannot be used" />
      <Text role="alert">
        {text} Ask <SupportAddress address={config().provider.supportAddress} /> for a new one.
      </Text>
      <Button size="md" onClick={onLeave}>
        {session ? 'Stay signed in' : 'Login'}
      </Button>
    </Stack>
  );
}
