import { Anchor, Button, Stack, Text } from '@mantine/core';
import { refreshActivationLink, verifyActivation } from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { paths } from '../../paths.ts';
import { textOf, useAddress } from '../../platform/address.ts';
import { call } from '../../platform/api.ts';
import { config } from '../../platform/config.ts';
import { flash } from '../../ui/flash-queue.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { Entrance } from './entrance.tsx';
import { FormFailure, failureText } from './form-failure.tsx';

/** How a link of an invitation ended (spec 1 §4.3): a working one leads on to /setup. */
type Outcome = 'checking' | { expired: string } | { failed: string } | 'sent';

/** /activation: checks the link of an invitation (spec 1 §2.1). */
export function ActivationScreen() {
  const address = useAddress();
  const email = textOf(address['email']) ?? '';
  const code = textOf(address['code']) ?? '';
  return (
    <Entrance>
      <Checked key={`${email} ${code}`} email={email} code={code} />
    </Entrance>
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
  if (outcome === 'sent') {
    return <Ended title={messages.newLinkSent} text={messages.newLinkHint} />;
  }
  if ('failed' in outcome) return <Ended title="This link cannot be used" text={outcome.failed} />;
  return <Expired text={outcome.expired} email={email} code={code} onSent={() => setOutcome('sent')} />;
}

function Ended({ title, text }: { title: string; text: string }) {
  return (
    <Stack gap="md" align="flex-start" role="status">
      <PageHeading title={title} />
      <Text c="dimmed">{text}</Text>
      <Button component={Link} to={paths.login} size="md">
        Login
      </Button>
    </Stack>
  );
}

function Expired({
  text,
  email,
  code,
  onSent,
}: {
  text: string;
  email: string;
  code: string;
  onSent: () => void;
}) {
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const request = async () => {
    setBusy(true);
    setFailed(false);
    try {
      await call(refreshActivationLink, { body: { email, code } });
      onSent();
    } catch {
      setFailed(true);
      setBusy(false);
    }
  };
  return (
    <Stack gap="md" align="flex-start">
      <PageHeading title="Your link has expired" />
      <Text c="dimmed">{text}</Text>
      <FormFailure text={failed ? messages.newLinkFailed(config().provider.supportAddress) : null} />
      <Button size="md" loading={busy} onClick={() => void request()}>
        Request New Link
      </Button>
      <Anchor component={Link} to={paths.login} underline="always" c="inherit" size="sm">
        Back to login
      </Anchor>
    </Stack>
  );
}
