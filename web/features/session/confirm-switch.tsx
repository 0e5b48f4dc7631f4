import { Button, Stack, Text } from '@mantine/core';
import { isEmail } from '@mailcall/contract/rules/email.ts';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../platform/session-store.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Entrance } from './entrance.tsx';
import { isForAnotherPerson } from './for-another-person.ts';
import { endSession } from './sign-in.ts';

/** Asks before a mailed link logs out someone else. The link stays unused until then. */
export function ConfirmSwitch({
  email,
  onStay,
  children,
}: {
  email: string;
  onStay: () => void;
  children: ReactNode;
}) {
  // a shown confirmation stays, even if the session ends meanwhile
  const [confirming, setConfirming] = useState(() => isForAnotherPerson(email));
  const [busy, setBusy] = useState(false);
  const session = useSession();
  if (!confirming) return children;
  const proceed = async () => {
    setBusy(true);
    await endSession();
    setConfirming(false);
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
          <Text>No one is signed in here anymore.</Text>
        )}
        <Text style={{ overflowWrap: 'anywhere' }}>
          {personText(email)}
          {session && ' If you continue, you will be logged out first.'}
        </Text>
        <Text c="dimmed">Only continue if you asked for this link or know its sender.</Text>
        <Stack gap="sm">
          <Button size="md" variant="default" onClick={onStay}>
            {session ? 'Stay signed in' : 'Cancel'}
          </Button>
          <Button size="md" loading={busy} onClick={() => void proceed()}>
            {session ? 'Logout and continue' : 'Continue'}
          </Button>
        </Stack>
      </Stack>
    </Entrance>
  );
}

/** Person of a link; an invalid address is not repeated. */
function personText(email: string): ReactNode {
  if (!isEmail(email.trim())) return 'This link is for another person.';
  return (
    <>
      This link is for <strong>{email.trim()}</strong>.
    </>
  );
}
