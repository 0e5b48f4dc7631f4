import { Button, Stack, Text } from '@mantine/core';
import { isEmail } from '@mailcall/contract/rules/email.ts';
import { type ReactNode, useState } from 'react';
import { currentSession, useSession } from '../../platform/session-store.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Entrance } from './entrance.tsx';
import { endSession } from './sign-in.ts';

/** Whether somebody is signed in here who has another e-mail address than a link names. */
export function isForAnotherPerson(email: string): boolean {
  const session = currentSession();
  return session !== null && session.profileEmail.toLowerCase() !== email.trim().toLowerCase();
}

/**
 * Shows what a mailed link does, after asking when somebody is signed in who would be logged out by it. Nothing of the
 * link is used before a press of the button: a link that somebody was lured into ends no session and starts none.
 */
export function AskToSwitch({
  email,
  onStay,
  children,
}: {
  /** Whom the link is for; null when it does not say: then anybody who is signed in is asked. */
  email: string | null;
  /** The person stays signed in as they are. */
  onStay: () => void;
  children: ReactNode;
}) {
  // once asked, it takes a press to go on, even when the session ends meanwhile
  const [asking, setAsking] = useState(() =>
    email === null ? currentSession() !== null : isForAnotherPerson(email),
  );
  const [busy, setBusy] = useState(false);
  const session = useSession();
  if (!asking) return children;
  const goOn = async () => {
    setBusy(true);
    // a link that does not name its person may fail; it ends the session itself once it works
    if (email !== null) await endSession();
    setAsking(false);
  };
  return (
    <Entrance>
      <Stack gap="md">
        <PageHeading title={session ? 'You are already signed in' : 'Use this link?'} />
        {session ? (
          <Text style={{ overflowWrap: 'anywhere' }}>
            You are signed in as <strong>{session.profileName}</strong> ({session.profileEmail}).
          </Text>
        ) : (
          <Text>Nobody is signed in here anymore.</Text>
        )}
        <Text style={{ overflowWrap: 'anywhere' }}>
          {personOf(email)}
          {session && ' If you continue, you will be logged out first.'}
        </Text>
        <Text c="dimmed">Only continue if you asked for this link or know who sent it.</Text>
        <Stack gap="sm">
          <Button size="md" variant="default" onClick={onStay}>
            {session ? 'Stay Signed In' : 'Cancel'}
          </Button>
          <Button size="md" loading={busy} onClick={() => void goOn()}>
            {session ? 'Logout and Continue' : 'Continue'}
          </Button>
        </Stack>
      </Stack>
    </Entrance>
  );
}

/** Whom a link is for, as far as it says; what stands in the place of an address is not repeated. */
function personOf(email: string | null): ReactNode {
  if (email === null) return 'This link signs you in to view a scoreboard.';
  if (!isEmail(email.trim())) return 'This link is for another person.';
  return (
    <>
      This link is for <strong>{email.trim()}</strong>.
    </>
  );
}
