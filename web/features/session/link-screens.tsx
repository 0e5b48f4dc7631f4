import { messages } from '@mailcall/contract/rules/messages.ts';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { textOf, useAddress } from '../../platform/address.ts';
import { flash } from '../../ui/flash-queue.ts';
import { storeVerification } from './awaited-verification.ts';
import { ConfirmSwitch } from './confirm-switch.tsx';
import { failureText } from './form-failure.tsx';
import { clearMailedToken, storedMailedToken } from './mailed-token.ts';
import { takeReturnPath } from './return-path.ts';
import { endSessionOfOthers, signInByCode, signInByGrant, signInByToken } from './sign-in.ts';
import { WaitingScreen } from './waiting-screen.tsx';

/** /magic: signs in by the code of a mailed link. */
export function MagicScreen() {
  const { history } = useRouter();
  const address = useAddress();
  const email = textOf(address['email']) ?? '';
  const signIn = async () => {
    const otp = textOf(address['otp']) ?? '';
    try {
      await endSessionOfOthers(email);
      await signInByCode('email', email, otp);
      history.replace(takeReturnPath() ?? paths.start);
    } catch (error) {
      const text = failureText(error);
      flash('error', text);
      // the login form is then filled in to send a new link
      if (text === messages.wrongCode && email.includes('@')) {
        storeVerification({ connection: 'email', identifier: email, refused: true });
      }
      history.replace(paths.login);
    }
  };
  return (
    <ConfirmSwitch email={email} onStay={() => history.replace(paths.home)}>
      <WaitingScreen title="Log in" text={messages.authenticating} act={signIn} />
    </ConfirmSwitch>
  );
}

/** /grant/scoreboard: exchanges the code of a grant link. */
export function GrantScreen() {
  const { history } = useRouter();
  const address = useAddress();
  const exchange = async () => {
    try {
      await signInByGrant(textOf(address['code']) ?? '');
      history.replace(paths.home);
    } catch (error) {
      flash('error', failureText(error));
      history.replace(paths.login);
    }
  };
  return (
    <ConfirmSwitch email={null} onStay={() => history.replace(paths.home)}>
      <WaitingScreen title="Scoreboard access" text={messages.obtainingScoreboard} act={exchange} />
    </ConfirmSwitch>
  );
}

/** Signs in the person of a mailed token, then displays the page of the link. */
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
