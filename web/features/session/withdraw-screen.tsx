import { Anchor, Button, Stack, Text } from '@mantine/core';
import {
  type ContactWithdrawal,
  lookAtWithdrawal,
  withdrawChanges,
} from '@mailcall/contract/contact-withdrawal.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { call, messageOf } from '../../platform/api.ts';
import { config } from '../../platform/config.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { Entrance } from './entrance.tsx';
import { LinkOutcome } from './expired-link.tsx';
import { FormFailure } from './form-failure.tsx';
import { withdrawTexts } from './withdraw-texts.ts';
import { useLinkAnswer } from './use-link-answer.ts';

const look = (token: string, signal: AbortSignal) => call(lookAtWithdrawal, { body: { token } }, { signal });

export function WithdrawScreen() {
  const [token, state, setState] = useLinkAnswer(look);
  return (
    <Entrance>
      {state === 'loading' ? (
        <PageLoading />
      ) : 'failed' in state ? (
        <LinkOutcome
          title="This link cannot be used"
          text={`${state.failed} If someone else is using your account, write to ${config().provider.supportAddress}.`}
        />
      ) : state.state === 'withdrawn' ? (
        <LinkOutcome title="The change is undone" text={withdrawTexts(config()).after} />
      ) : state.state === 'nothing' ? (
        <LinkOutcome title="Nothing was changed" text={withdrawTexts(config()).nothing} />
      ) : (
        <Question withdrawal={state} token={token} onWithdrawn={setState} />
      )}
    </Entrance>
  );
}

const detailsOf = ({ fields }: ContactWithdrawal) =>
  fields
    .filter((field) => field !== 'passkey')
    .map((field) => (field === 'email' ? 'email address' : 'phone number'))
    .join(' and ');

function questionOf(withdrawal: ContactWithdrawal): string {
  const details = detailsOf(withdrawal);
  const passkey = withdrawal.fields.includes('passkey')
    ? 'A passkey was added to your account. If that was not you, remove it and all your other passkeys.'
    : '';
  if (details === '') return passkey;
  const question =
    withdrawal.state === 'changed'
      ? `The ${details} of your account was changed. If that was not you, get the previous one back here.`
      : `A new ${details} of your account waits for a code. If that was not you, withdraw it here.`;
  return `${question} ${passkey}`.trim();
}

function Question({
  withdrawal,
  token,
  onWithdrawn,
}: {
  withdrawal: ContactWithdrawal;
  token: string;
  onWithdrawn: (withdrawal: ContactWithdrawal) => void;
}) {
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const withdraw = async () => {
    setSending(true);
    setFailure(null);
    try {
      onWithdrawn(await call(withdrawChanges, { body: { token } }));
    } catch (error) {
      setFailure(messageOf(error));
      setSending(false);
    }
  };
  const wasChanged = withdrawal.state === 'changed';
  return (
    <Stack gap="md" align="flex-start">
      <PageHeading title={wasChanged ? 'Undo the change?' : 'Withdraw the request?'} />
      <Text c="dimmed">
        {questionOf(withdrawal)} {withdrawTexts(config()).before}
      </Text>
      <FormFailure text={failure} />
      <Button size="md" loading={sending} onClick={() => void withdraw()}>
        This was not me
      </Button>
      <Anchor component={Link} to={paths.login} underline="always" c="inherit" size="sm">
        That was me: back to login
      </Anchor>
    </Stack>
  );
}
