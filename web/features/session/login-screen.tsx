import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { paths } from '../../paths.ts';
import { endReason, useSession } from '../../platform/session-store.ts';
import { brandName } from '../../ui/brand.tsx';
import { clearFlashes, flash } from '../../ui/flash-queue.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { pageTexts } from '../../ui/page-texts.ts';
import { pendingVerification, type Verification } from './awaited-verification.ts';
import { hasPasskeys } from './has-passkeys.ts';
import { Entrance } from './entrance.tsx';
import { PasswordForm } from './password-form.tsx';
import { PasswordlessForm } from './passwordless-form.tsx';
import { LimitedSentence } from './limited-sentence.tsx';
import { useArrival } from './return-path.ts';
import { SetupLinkPrompt } from './setup-link-prompt.tsx';

/** Loaded only if passkeys work. */
const PasskeySignIn = lazy(async () => ({
  default: (await import('./passkey-sign-in.tsx')).PasskeySignIn,
}));

const reasons = {
  expired: messages.sessionExpired,
  refused: messages.loggedOut,
  'logged out': null,
} as const;

const refusedLinkHint = 'A link works once and for a short time.';

function signInNotice(): string | null {
  const ended = endReason();
  return ended && reasons[ended];
}

/** /login: for signed-out users, and for limited ones to verify themselves. */
export function LoginScreen() {
  const [notice] = useState(signInNotice);
  const session = useSession();
  const limited = session?.limited ?? false;
  const byRole = session?.limitedByRole ?? false;
  const needsPassword = limited && session?.activated === false && !session.secondFactorMissing;
  const offersForm = !needsPassword && !byRole;
  const [linkRefused, setLinkRefused] = useState(() => pendingVerification()?.refused ?? false);
  const forgetLink = () => {
    setLinkRefused(false);
    clearFlashes();
  };
  return (
    <Entrance>
      <Stack gap="xl">
        {notice && !session && (
          <Alert color="yellow" variant="light" icon={<IconInfoCircle aria-hidden />} role="status">
            {notice}
          </Alert>
        )}
        {limited && (
          <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} role="status">
            <LimitedSentence byRole={byRole} />
          </Alert>
        )}
        <div>
          <PageHeading title="Log in" mb={4}>
            Log in to {brandName()}
          </PageHeading>
          {offersForm && <Text c="dimmed">{linkRefused ? refusedLinkHint : pageTexts.identityHint}</Text>}
        </div>
        {needsPassword && <SetupLinkPrompt />}
        {offersForm && <SignInForms limited={limited} onAttempt={forgetLink} />}
        {byRole && (
          <Button component={Link} to={paths.home} size="md" w="fit-content">
            Go to the campaigns
          </Button>
        )}
        {limited && (
          <Anchor component={Link} to={paths.logout} underline="always" c="inherit" size="sm">
            Logout
          </Anchor>
        )}
      </Stack>
    </Entrance>
  );
}

function SignInForms({ limited, onAttempt }: { limited: boolean; onAttempt: () => void }) {
  // a person who returns from the code form finds what they typed
  const [awaited] = useState(pendingVerification);
  const [mode, setMode] = useState<'password' | 'passwordless'>(awaited ? 'passwordless' : 'password');
  const [identifier, setIdentifier] = useState(awaited?.identifier ?? '');
  const navigate = useNavigate();
  const arrive = useArrival();
  const waitForCode = ({ connection }: Verification) => {
    if (connection === 'email') flash('success', messages.codeSent);
    void navigate({ to: paths.verify });
  };
  return (
    <Stack gap="xs" onSubmit={onAttempt}>
      {mode === 'password' ? (
        <PasswordForm
          identifier={identifier}
          onIdentifier={setIdentifier}
          verifying={limited}
          onSignedIn={arrive}
        />
      ) : (
        <PasswordlessForm identifier={identifier} onIdentifier={setIdentifier} onSent={waitForCode} />
      )}
      <Text size="sm">
        {limited ? 'Verify' : 'Log in'}{' '}
        <Anchor
          component="button"
          type="button"
          size="sm"
          underline="always"
          c="inherit"
          onClick={() => setMode(mode === 'password' ? 'passwordless' : 'password')}
        >
          {mode === 'password' ? 'using magic link or code' : 'using password'}
        </Anchor>
        <Suspense>{hasPasskeys() && <PasskeySignIn onSignedIn={arrive} />}</Suspense>
      </Text>
    </Stack>
  );
}
