import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSession } from '../../platform/session-store.ts';
import { endsSoon, idleTimeLeft, noteActivity } from './activity.ts';

/** Seconds until the session ends, while that is soon, else null; and how to say that somebody is there. */
function useSecondsLeft(): [left: number | null, stay: () => void] {
  const signedIn = useSession() !== null;
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (!signedIn) return;
    const look = () => setLeft(endsSoon() ? Math.max(0, Math.ceil(idleTimeLeft() / 1000)) : null);
    const clock = setInterval(look, 1000);
    return () => clearInterval(clock);
  }, [signedIn]);
  const stay = () => {
    noteActivity();
    setLeft(null);
  };
  return [signedIn ? left : null, stay];
}

const asTime = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Asks whether the person is still there before an idle session ends; any tab's answer counts for all. */
export function IdleWarning({ onLogout }: { onLogout: () => void }) {
  const [left, stay] = useSecondsLeft();
  return (
    <Modal
      opened={left !== null}
      onClose={stay}
      title="Are you still there?"
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      zIndex={1000}
    >
      <Text>Nothing has happened here for a while. To keep your data safe, you will be logged out soon.</Text>
      <Text role="timer" aria-label="Time left" size="xl" fw={650} my="md">
        {asTime(left ?? 0)}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onLogout}>
          Logout
        </Button>
        <Button data-autofocus onClick={stay}>
          Stay Signed In
        </Button>
      </Group>
    </Modal>
  );
}
