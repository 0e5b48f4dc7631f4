import { Button, Center, Modal, Paper, Stack, ThemeIcon } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { IconLock } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { useSession } from '../../platform/session-store.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { LimitedSentence } from './limited-sentence.tsx';
import { storeReturnPath } from './return-path.ts';
import { SetupLinkPrompt } from './setup-link-prompt.tsx';

function GuestNotice() {
  const { href } = useLocation();
  return (
    <>
      <div role="alert">{messages.grantNeedsLogin}</div>
      <Button component={Link} to={paths.logout} onClick={() => storeReturnPath(href)}>
        Logout
      </Button>
    </>
  );
}

function LimitedNotice() {
  const { href } = useLocation();
  const session = useSession();
  const isGuest = (session?.guest ?? false) && !session?.limited;
  const byRole = session?.limitedByRole ?? false;
  const unactivated = session?.activated === false;
  const missesFactor = session?.secondFactorMissing ?? false;
  return (
    <Stack align="center" gap="md" p="md" ta="center">
      <ThemeIcon size={48} radius="xl" variant="light">
        <IconLock aria-hidden />
      </ThemeIcon>
      {isGuest ? (
        <GuestNotice />
      ) : (
        <>
          <div role="alert">
            <LimitedSentence byRole={byRole} />
          </div>
          {unactivated && !missesFactor && <SetupLinkPrompt />}
          {!unactivated && !byRole && !missesFactor && (
            <Button component={Link} to={paths.login} onClick={() => storeReturnPath(href)}>
              Verify
            </Button>
          )}
        </>
      )}
    </Stack>
  );
}

export function LimitedCard() {
  return (
    <Center mih="50dvh">
      <Paper withBorder maw={420} p="md" bg="var(--mailcall-card)">
        <LimitedNotice />
      </Paper>
    </Center>
  );
}

export function LimitedPage({ title }: { title: string }) {
  return (
    <>
      <PageHeading title={title} />
      <LimitedCard />
    </>
  );
}

export function LimitedOverlay({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Limited Access"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <LimitedNotice />
    </Modal>
  );
}
