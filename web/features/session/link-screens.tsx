import { messages } from '@mailcall/contract/rules/messages.ts';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { type Address, textOf, useAddress } from '../../platform/address.ts';
import { flash } from '../../ui/flash-queue.ts';
import { AskToSwitch } from './ask-to-switch.tsx';
import { failureText } from './form-failure.tsx';
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
      history.replace(takeReturnPath() ?? paths.home);
    } catch (error) {
      flash('error', failureText(error));
      history.replace(paths.login);
    }
  };
  return (
    <AskToSwitch email={email} onStay={() => history.replace(paths.home)}>
      <WaitingScreen title="Log in" text={messages.authenticating} act={signIn} />
    </AskToSwitch>
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
    <AskToSwitch email={null} onStay={() => history.replace(paths.home)}>
      <WaitingScreen title="Scoreboard access" text={messages.obtainingScoreboard} act={exchange} />
    </AskToSwitch>
  );
}

/** Who came to a page by a mailed token; taken out of the address at once, so that no history keeps it. */
let newcomer: { email: string; token: string; destination: string } | null = null;

/**
 * Takes an e-mail address and token out of a page's address and keeps them for {@link TokenScreen}. Says
 * whether there were any; `destination` writes the address without them.
 */
export function takeMailedToken(address: Address, destination: (rest: Address) => string): boolean {
  const { email, token, ...rest } = address;
  const [mail, secret] = [textOf(email), textOf(token)];
  if (!mail || !secret) return false;
  newcomer = { email: mail, token: secret, destination: destination(rest) };
  return true;
}

/** Signs in whoever came by a mailed token, then shows the page they came to. */
export function TokenScreen() {
  const { history } = useRouter();
  const [asked] = useState(() => newcomer);
  const signIn = async () => {
    newcomer = null;
    if (!asked) return history.replace(paths.start);
    try {
      await signInByToken(asked.email, asked.token);
      history.replace(asked.destination);
    } catch {
      flash('error', messages.unauthorized);
      history.replace(paths.login);
    }
  };
  const waiting = <WaitingScreen title="Log in" text={messages.authenticating} act={signIn} />;
  if (!asked) return waiting;
  const stay = () => {
    newcomer = null;
    history.replace(asked.destination);
  };
  return (
    <AskToSwitch email={asked.email} onStay={stay}>
      {waiting}
    </AskToSwitch>
  );
}
