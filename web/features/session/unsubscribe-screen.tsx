import { Button, List, Stack, Text } from '@mantine/core';
import { type AlertEmails, readAlertEmails, stopAlertEmails } from '@mailcall/contract/alert-emails.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { paths } from '../../paths.ts';
import { call, messageOf } from '../../platform/api.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { Entrance } from './entrance.tsx';
import { FormFailure } from './form-failure.tsx';
import { useLinkAnswer } from './use-link-answer.ts';

type Alert = AlertEmails['alerts'][number];

const read = (token: string, signal: AbortSignal) => call(readAlertEmails, { params: { token } }, { signal });

export function UnsubscribeScreen() {
  const [token, state, setState] = useLinkAnswer(read);
  return (
    <Entrance>
      {state === 'loading' && <PageLoading />}
      {typeof state === 'object' &&
        ('failed' in state ? (
          <Outcome title="This link cannot be used">{state.failed}</Outcome>
        ) : state.view ? (
          <ViewEmails view={state.view} token={token} onStopped={setState} />
        ) : state.disputes ? (
          <NamedEmails name="Dispute Answered" on={state.disputes.on} token={token} onStopped={setState} />
        ) : state.design ? (
          <NamedEmails
            name={`the ${state.design.alertType}`}
            on={state.design.on}
            token={token}
            onStopped={setState}
          />
        ) : state.alerts.some(({ on }) => on) ? (
          <Question token={token} onStopped={setState}>
            <Named
              alerts={state.alerts.filter(({ on }) => on)}
              one={(name) => `You get the ${name} by email. `}
              many="You get these alerts by email:"
            />
            Your other alerts and text messages will not change.
          </Question>
        ) : (
          <Stopped alerts={state.alerts} />
        ))}
    </Entrance>
  );
}

const nameOf = ({ alertType, accountName }: Alert) => `${alertType} of ${accountName}`;

function Named({
  alerts,
  one,
  many,
}: {
  alerts: readonly Alert[];
  one: (name: string) => string;
  many: string;
}) {
  const [first, second] = alerts;
  if (first && !second) return one(nameOf(first));
  return (
    <>
      {many}
      <List component="ul" my="xs">
        {alerts.map((alert, index) => (
          // two accounts can share a name
          <List.Item key={index}>{nameOf(alert)}</List.Item>
        ))}
      </List>
    </>
  );
}

function Question({
  token,
  onStopped,
  children,
}: {
  token: string;
  onStopped: (emails: AlertEmails) => void;
  children: ReactNode;
}) {
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const stop = async () => {
    setSending(true);
    setFailure(null);
    try {
      onStopped(await call(stopAlertEmails, { params: { token } }));
    } catch (error) {
      setFailure(messageOf(error));
      setSending(false);
    }
  };
  return (
    <Stack gap="md" align="flex-start">
      <PageHeading title="Stop these emails?" />
      <Text component="div" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
      <FormFailure text={failure} />
      <Button size="md" loading={sending} onClick={() => void stop()}>
        Stop emails
      </Button>
    </Stack>
  );
}

function ViewEmails({
  view: { name, on },
  token,
  onStopped,
}: {
  view: NonNullable<AlertEmails['view']>;
  token: string;
  onStopped: (emails: AlertEmails) => void;
}) {
  if (on)
    return (
      <Question token={token} onStopped={onStopped}>
        You get a link to the view “{name}” by email. The view and your alerts will not change.
      </Question>
    );
  return (
    <Stack gap="md" align="flex-start" role="status">
      <PageHeading title="You will no longer get these emails" />
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        You no longer get the link to the view “{name}” by email. You can turn it on again in the settings of
        the view.
      </Text>
    </Stack>
  );
}

function NamedEmails({
  name,
  on,
  token,
  onStopped,
}: {
  name: string;
  on: boolean;
  token: string;
  onStopped: (emails: AlertEmails) => void;
}) {
  if (on)
    return (
      <Question token={token} onStopped={onStopped}>
        You get {name} by email. Your other alerts will not change.
      </Question>
    );
  return (
    <Outcome title="You will no longer get these emails">
      You no longer get {name} by email. You can switch it on again in Settings.
    </Outcome>
  );
}

function Stopped({ alerts }: { alerts: readonly Alert[] }) {
  return (
    <Outcome title="You will no longer get these emails" accountId={alerts[0]?.accountId}>
      <Named
        alerts={alerts}
        one={(name) => `You no longer get the ${name} by email. `}
        many="You no longer get these alerts by email:"
      />
      Text messages are not changed. You can switch {alerts.length > 1 ? 'them' : 'it'} on again in Settings.
    </Outcome>
  );
}

function Outcome({
  title,
  accountId,
  children,
}: {
  title: string;
  /** Account of the settings to open; the first one by default. */
  accountId?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Stack gap="md" align="flex-start" role="status">
      <PageHeading title={title} />
      <Text component="div" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
      <Button
        size="md"
        renderRoot={(props) => (
          <Link to={paths.settings} search={(accountId ? { account: accountId } : {}) as never} {...props} />
        )}
      >
        Open settings
      </Button>
    </Stack>
  );
}
