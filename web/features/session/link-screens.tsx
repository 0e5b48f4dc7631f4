import { Button, Stack, Text } from '@mantine/core';
import { isEmail } from '@mailcall/contract/rules/email.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { needsNewCode } from '@mailcall/contract/rules/sign-in-code.ts';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../platform/api.ts';
import { paths } from '../../paths.ts';
import { textOf, useAddress } from '../../platform/address.ts';
import { brandName } from '../../ui/brand.tsx';
import { flash } from '../../ui/flash-queue.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { storeVerification, wasRequestedHere } from './awaited-verification.ts';
import { ConfirmSwitch } from './confirm-switch.tsx';
import { Entrance } from './entrance.tsx';
import { isForAnotherPerson } from './for-another-person.ts';
import { clearMailedToken, storedMailedToken } from './mailed-token.ts';
import { awaitedStep } from './second-step.ts';
import { takeReturnPath } from './return-path.ts';
import { endSessionOfOthers, signInByCode, signInByToken } from './sign-in.ts';
import { WaitingScreen } from './waiting-screen.tsx';

/** /magic: signs in at once in the requesting browser; in others, perhaps a mail scanner, after a press. */
export function MagicScreen() {
  const { history } = useRouter();
  const address = useAddress();
  const email = textOf(address['email']) ?? '';
  // the confirmation of logging out the other person was a press
  const [isWanted, setWanted] = useState(
    () => wasRequestedHere(email) || isForAnotherPerson(email) || !isEmail(email.trim()),
  );
  const signIn = async () => {
    const otp = textOf(address['otp']) ?? '';
    try {
      await endSessionOfOthers(email);
      await signInByCode('email', email, otp);
      history.replace(awaitedStep() ? paths.secondStep : (takeReturnPath() ?? paths.start));
    } catch (error) {
      const text = messageOf(error);
      flash('error', text);
      // the login form is then filled in to send a new link
      if ((needsNewCode(text) || text === messages.wrongCode) && email.includes('@')) {
        storeVerification({ connection: 'email', identifier: email, refused: true });
      }
      history.replace(paths.login);
    }
  };
  return (
    <ConfirmSwitch email={email} onStay={() => history.replace(paths.home)}>
      {isWanted ? (
        <WaitingScreen title="Log in" text={messages.authenticating} act={signIn} />
      ) : (
        <MagicLanding email={email.trim()} onSignIn={() => setWanted(true)} />
      )}
    </ConfirmSwitch>
  );
}

/** Says who is about to sign in. Sends no request, so that a page that is only opened uses neither link nor code. */
function MagicLanding({ email, onSignIn }: { email: string; onSignIn: () => void }) {
  return (
    <Entrance>
      <Stack gap="md" align="flex-start">
        <PageHeading title="Log in" mb={4}>
          Log in to {brandName()}
        </PageHeading>
        <Text style={{ overflowWrap: 'anywhere' }}>
          This link signs in <strong>{email}</strong>.
        </Text>
        <Text c="dimmed">Only continue if you asked for this link.</Text>
        <Button size="md" onClick={onSignIn}>
          Sign In
        </Button>
      </Stack>
    </Entrance>
  );
}

export function TokenScreen() {
  const { history } = useRouter();
  const [arrival] = useState(storedMailedToken);
  const signIn = async () => {
    clearMailedToken();
    if (!arrival) return history.replace(paths.start);
    try {
      await signInByToken(arrival.email, arrival.token);
      history.replace(arrival.destination);
    } catch {
      flash('error', messages.unauthorized);
      history.replace(paths.login);
    }
  };
  const waiting = <WaitingScreen title="Log in" text={messages.authenticating} act={signIn} />;
  if (!arrival) return waiting;
  const stay = () => {
    clearMailedToken();
    history.replace(arrival.destination);
  };
  return (
    <ConfirmSwitch email={arrival.email} onStay={stay}>
      {waiting}
    </ConfirmSwitch>
  );
}
