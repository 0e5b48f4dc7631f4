import { type NotificationData, notifications } from '@mantine/notifications';

/** How a toast is meant. */
export type ToastKind = 'success' | 'warning' | 'error' | 'info';

const colors: Record<ToastKind, string> = {
  success: 'green',
  warning: 'yellow',
  error: 'red',
  info: 'blue',
};

/** How long a toast stays, in milliseconds. */
const autoHideDelay = 5000;

/** Says something in passing, bottom left, for 5 seconds; it waits while it is pointed at or has the focus. */
export function toast(kind: ToastKind, message: string): void {
  const shown: NotificationData = {
    message,
    color: colors[kind],
    autoClose: autoHideDelay,
    withBorder: true,
    // what went well does not interrupt a screen reader
    role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Close this message' },
    // the pointer makes it wait by itself; whoever comes by keyboard is to have time too
    onFocusCapture: () => notifications.update({ ...shown, id, autoClose: false }),
    onBlurCapture: () => notifications.update({ ...shown, id, autoClose: autoHideDelay }),
  };
  const id = notifications.show(shown);
}
