import { Button, Center, Modal, Paper, Stack, ThemeIcon } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { useSession } from '../../platform/session-store.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { LimitedSentence } from './limited-sentence.tsx';
import { storeReturnPath } from './return-path.ts';
import { SetupLinkPrompt } from './setup-link-prompt.tsx';

/** Whether the session is limited-access: full routes must not be asked then. */
export function useLimited(): boolean {
  return useSession()?.limited ?? false;
}

/**
 * What stands in the way of a limited session: the sentence of the sign-in banner, and the way to prove who one is, if
 * that helps. Who has no password yet is offered a link to choose one.
 */
function LimitedNotice() {
  const { href } = useLocation();
  const session = useSession();
  const byRole = session?.limitedByRole ?? false;
  const unactivated = session?.activated === false;
  return (
    <Stack align="center" gap="md" p="md" ta="center">
      <ThemeIcon size={48} radius="xl" variant="light">
        <IconLock aria-hidden />
      </ThemeIcon>
      <div role="alert">
        <LimitedSentence byRole={byRole} />
      </div>
      {unactivated && <SetupLinkPrompt />}
      {!unactivated && !byRole && (
        <Button component={Link} to={paths.login} onClick={() => storeReturnPath(href)}>
          Verify
        </Button>
      )}
    </Stack>
  );
}

/** The sentence in the place of what it blocks. */
function LimitedCard() {
  return (
    <Center mih="50dvh">
      <Paper withBorder maw={420} p="md" bg="var(--mailcall-card)">
        <LimitedNotice />
      </Paper>
    </Center>
  );
}

/** Blocks a whole page for a limited session. */
export function LimitedPage({ title }: { title: string }) {
  return (
    <>
      <PageHeading title={title} />
      <LimitedCard />
    </>
  );
}

/** Blocks what would open over a page for a limited session. */
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

/**
 * Shows its content to a full session. To a limited one it shows the blocking sentence, or `otherwise`; the content is
 * not even made then, so that it asks nothing.
 */
export function FullAccess({
  children,
  otherwise = <LimitedCard />,
}: {
  children: ReactNode;
  otherwise?: ReactNode;
}) {
  return <>{useLimited() ? otherwise : children}</>;
}
