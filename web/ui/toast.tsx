import { seconds } from '@mailcall/contract/time/durations.ts';
import { Anchor, Group } from '@mantine/core';
import { type NotificationData, notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

export type ToastKind = 'success' | 'warning' | 'error' | 'info';

interface ToastAction {
  label: string;
  onPress: () => void;
}

const colors: Record<ToastKind, string> = {
  success: 'green',
  warning: 'yellow',
  error: 'red',
  info: 'blue',
};

/** Milliseconds; toasts with a button stay longer. */
const autoHideDelay = 5000;
const autoHideDelayWithAction = seconds(10);

/** Shows a message for 5 seconds (10 with a button), longer while hovered or focused. Returns how to hide it. */
export function toast(kind: ToastKind, message: string, action?: ToastAction): () => void {
  const delay = action ? autoHideDelayWithAction : autoHideDelay;
  const hide = () => void notifications.hide(id);
  const toastData: NotificationData = {
    message: action ? withAction(message, action, hide) : message,
    color: colors[kind],
    autoClose: delay,
    withBorder: true,
    // a success does not interrupt a screen reader
    role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Close this message' },
    // the library pauses on hover only; keyboard focus needs this
    onFocusCapture: () => notifications.update({ ...toastData, id, autoClose: false }),
    onBlurCapture: () => notifications.update({ ...toastData, id, autoClose: delay }),
  };
  const id = notifications.show(toastData);
  return hide;
}

function withAction(message: string, { label, onPress }: ToastAction, hide: () => void): ReactNode {
  const press = () => {
    hide();
    onPress();
  };
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <span>{message}</span>
      <Anchor
        component="button"
        type="button"
        size="sm"
        fw={600}
        c="var(--mailcall-brand-text)"
        p={8}
        m={-8}
        onClick={press}
      >
        {label}
      </Anchor>
    </Group>
  );
}
