import { type NotificationData, notifications } from '@mantine/notifications';

/** The kind of a toast. */
export type ToastKind = 'success' | 'warning' | 'error' | 'info';

const colors: Record<ToastKind, string> = {
  success: 'green',
  warning: 'yellow',
  error: 'red',
  info: 'blue',
};

/** How long a toast stays, in milliseconds. */
const autoHideDelay = 5000;

/**
 * Displays a message at the bottom left for 5 seconds, longer while it is hovered or focused. Returns what hides it, for
 * when it is no longer true.
 */
export function toast(kind: ToastKind, message: string): () => void {
  const toastData: NotificationData = {
    message,
    color: colors[kind],
    autoClose: autoHideDelay,
    withBorder: true,
    // a success does not interrupt a screen reader
    role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Close this message' },
    // hovering pauses it by itself; the keyboard's focus needs this
    onFocusCapture: () => notifications.update({ ...toastData, id, autoClose: false }),
    onBlurCapture: () => notifications.update({ ...toastData, id, autoClose: autoHideDelay }),
  };
  const id = notifications.show(toastData);
  return () => void notifications.hide(id);
}
