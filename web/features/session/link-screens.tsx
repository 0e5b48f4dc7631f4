import { messages } from '@mailcall/contract/rules/messages.ts';
import { useRouter } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { type Address, textOf, useAddress } from '../../platform/address.ts';
import { flash } from '../../ui/flash-queue.ts';
import { failureText } from './form-failure.tsx';
import { returnPath } from './return-path.ts';
import { endSessionOfOthers, signInByCode, signInByGrant, signInByToken } from './sign-in.ts';
import { forgetVerification } from './verification.ts';
import { WaitingScreen } from './waiting-screen.tsx';

/** /magic: signs in by the code of a mailed link (spec 1 §2.1). */
export function MagicScreen() {
  const { history } = useRouter();
  const address = useAddress();
  const signIn = async () => {
    const email = textOf(address['email']) ?? '';
    const otp = textOf(address['otp']) ?? '';
    const destination = returnPath() ?? paths.home;
    try {
      await endSessionOfOthers(email);
      await signInByCode('email', email, otp);
      forgetVerification();
      history.replace(destination);
    } catch (error) {
      flash('error', failureText(error));
      history.replace(paths.login);
    }
  };
  return <WaitingScreen title="Log in" text={messages.authenticating} act={signIn} />;
}

/** /grant/scoreboard: exchanges the code of a grant link (spec 1 §4.5). */
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
  return <WaitingScreen title="Scoreboard access" text={messages.obtainingScoreboard} act={exchange} />;
}

/** Who came to a page by a mailed token; taken out of the address at once, so that no history keeps it. */
let newcomer: { email: string; token: string; destination: string } | null = null;

/**
 * Takes an e-mail address and token out of a page's address (spec 1 §2.1) and keeps them for {@link TokenScreen}. Says
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
  const signIn = async () => {
    const asked = newcomer;
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
  return <WaitingScreen title="Log in" text={messages.authenticating} act={signIn} />;
}
