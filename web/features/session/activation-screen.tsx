import { verifyActivation } from '@mailcall/contract/identity.ts';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { paths } from '../../paths.ts';
import { textOf, useAddress } from '../../platform/address.ts';
import { call } from '../../platform/api.ts';
import { flash } from '../../ui/flash-queue.ts';
import { PageLoading } from '../../ui/page-loading.tsx';
import { AskToSwitch } from './ask-to-switch.tsx';
import { Entrance } from './entrance.tsx';
import { ExpiredLink, LinkOutcome } from './expired-link.tsx';
import { failureText } from './form-failure.tsx';

/** How a link of an invitation ended: a working one leads on to /setup. */
type Outcome = 'checking' | { expired: string } | { failed: string };

/** /activation: checks the link of an invitation. */
export function ActivationScreen() {
  const address = useAddress();
  const email = textOf(address['email']) ?? '';
  const code = textOf(address['code']) ?? '';
  const { history } = useRouter();
  return (
    <AskToSwitch key={`${email} ${code}`} email={email} onStay={() => history.replace(paths.home)}>
      <Entrance>
        <Checked email={email} code={code} />
      </Entrance>
    </AskToSwitch>
  );
}

function Checked({ email, code }: { email: string; code: string }) {
  const [outcome, setOutcome] = useState<Outcome>('checking');
  const navigate = useNavigate();
  const { history } = useRouter();
  useEffect(() => {
    const asked = new AbortController();
    call(verifyActivation, { body: { email, code } }, { signal: asked.signal }).then(
      () => void navigate({ to: paths.setup, search: { email, code }, replace: true }),
      (error: unknown) => {
        if (asked.signal.aborted) return;
        const message = failureText(error);
        if (message.includes('activated')) {
          flash('error', message);
          history.replace(paths.login);
        } else setOutcome(message.includes('expire') ? { expired: message } : { failed: message });
      },
    );
    return () => asked.abort();
  }, [email, code, navigate, history]);
  if (outcome === 'checking') return <PageLoading />;
  if ('failed' in outcome) return <LinkOutcome title="This link cannot be used" text={outcome.failed} />;
  return <ExpiredLink text={outcome.expired} email={email} code={code} />;
}
