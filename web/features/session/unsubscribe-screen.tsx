import { Button, Stack, Text } from '@mantine/core';
import { type AlertEmails, readAlertEmails, stopAlertEmails } from '@mailcall/contract/alert-emails.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { paths } from '../../paths.ts';
import { textOf, useAddress } from '../../platform/address.ts';
import { call } from '../../platform/api.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { Entrance } from './entrance.tsx';
import { FormFailure, failureText } from './form-failure.tsx';

type State = 'loading' | { failed: string } | AlertEmails;

/** /unsubscribe: stops the emails of an alert, by the link of one of them. */
export function UnsubscribeScreen() {
  const token = textOf(useAddress()['token']) ?? '';
  const [state, setState] = useState<State>('loading');
  useEffect(() => {
    const request = new AbortController();
    call(readAlertEmails, { params: { token } }, { signal: request.signal }).then(
      setState,
      (error: unknown) => {
        if (!request.signal.aborted) setState({ failed: failureText(error) });
      },
    );
    return () => request.abort();
  }, [token]);
  return (
    <Entrance>
      {state === 'loading' && <PageLoading />}
      {typeof state === 'object' &&
        ('failed' in state ? (
          <Outcome title="This link cannot be used" text={state.failed} />
        ) : state.on ? (
          <Question emails={state} token={token} onStopped={setState} />
        ) : (
          <Outcome
            title="You get no more of these e-mails"
            text={`The ${state.alertType} of ${state.accountName} does not come by e-mail. Text messages are not changed. You can switch it on again in Settings.`}
          />
        ))}
    </Entrance>
  );
}

function Question({
  emails: { alertType, accountName },
  token,
  onStopped,
}: {
  emails: AlertEmails;
  token: string;
  onStopped: (emails: AlertEmails) => void;
}) {
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const stop = async () => {
    setSending(true);
    setFailure(null);
    try {
      onStopped(await call(stopAlertEmails, { params: { token } }));
    } catch (error) {
      setFailure(failureText(error));
      setSending(false);
    }
  };
  return (
    <Stack gap="md" align="flex-start">
      <PageHeading title="Stop these e-mails?" />
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        You get the {alertType} of {accountName} by e-mail. Your other alerts and text messages will not
        change.
      </Text>
      <FormFailure text={failure} />
      <Button size="md" loading={sending} onClick={() => void stop()}>
        Stop E-mails
      </Button>
    </Stack>
  );
}

function Outcome({ title, text }: { title: string; text: string }) {
  return (
    <Stack gap="md" align="flex-start" role="status">
      <PageHeading title={title} />
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      <Button component={Link} to={paths.settings} size="md">
        Open Settings
      </Button>
    </Stack>
  );
}
