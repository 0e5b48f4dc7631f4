import { Button, Group, Modal, Text } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { useEffect, useState } from 'react';
import { useSession } from '../../platform/session-store.ts';
import { hasUnsavedInput } from '../../ui/unsaved-input.ts';
import { endsSoon, idleTimeLeft, recordActivity } from './activity.ts';

function useSecondsLeft(): [left: number | null, stay: () => void] {
  const signedIn = useSession() !== null;
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (!signedIn) return;
    const update = () => setLeft(endsSoon() ? Math.max(0, Math.ceil(idleTimeLeft() / 1000)) : null);
    const clock = setInterval(update, 1000);
    return () => clearInterval(clock);
  }, [signedIn]);
  const stay = () => {
    recordActivity();
    setLeft(null);
  };
  return [signedIn ? left : null, stay];
}

const clockText = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

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
      <Text>
        Nothing has happened here for a while. To keep your data safe, you will be logged out soon.
        {hasUnsavedInput() && ` ${messages.unsavedIsLost}`}
      </Text>
      <Text role="timer" aria-label="Time left" size="xl" fw={600} my="md">
        {clockText(left ?? 0)}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onLogout}>
          Logout
        </Button>
        <Button data-autofocus onClick={stay}>
          Stay signed in
        </Button>
      </Group>
    </Modal>
  );
}
