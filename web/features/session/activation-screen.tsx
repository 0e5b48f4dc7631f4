import { verifyActivation } from '@mailcall/contract/identity.ts';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { paths } from '../../paths.ts';
import { textOf, useAddress } from '../../platform/address.ts';
import { call, messageOf } from '../../platform/api.ts';
import { flash } from '../../ui/flash-queue.ts';
import { PageLoading } from '../../ui/page-loading.tsx';
import { ConfirmSwitch } from './confirm-switch.tsx';
import { Entrance } from './entrance.tsx';
import { ExpiredLink, LinkOutcome } from './expired-link.tsx';

type LinkState = 'checking' | { expired: string } | { failed: string };

export function ActivationScreen() {
  const address = useAddress();
  const email = textOf(address['email']) ?? '';
  const code = textOf(address['code']) ?? '';
  const { history } = useRouter();
  return (
    <ConfirmSwitch key={`${email} ${code}`} email={email} onStay={() => history.replace(paths.home)}>
      <Entrance>
        <CheckedLink email={email} code={code} />
      </Entrance>
    </ConfirmSwitch>
  );
}

function CheckedLink({ email, code }: { email: string; code: string }) {
  const [link, setLink] = useState<LinkState>('checking');
  const navigate = useNavigate();
  const { history } = useRouter();
  useEffect(() => {
    const request = new AbortController();
    call(verifyActivation, { body: { email, code } }, { signal: request.signal }).then(
      () => void navigate({ to: paths.setup, search: { email, code }, replace: true }),
      (error: unknown) => {
        if (request.signal.aborted) return;
        const message = messageOf(error);
        if (message.includes('activated')) {
          flash('error', message);
          history.replace(paths.login);
        } else setLink(message.includes('expire') ? { expired: message } : { failed: message });
      },
    );
    return () => request.abort();
  }, [email, code, navigate, history]);
  if (link === 'checking') return <PageLoading />;
  if ('failed' in link) return <LinkOutcome title="This link cannot be used" text={link.failed} />;
  return <ExpiredLink text={link.expired} email={email} code={code} />;
}
