import { notifications } from '@mantine/notifications';

/** How a toast is meant. */
export type ToastKind = 'success' | 'warning' | 'error' | 'info';

const colours: Record<ToastKind, string> = {
  success: 'green',
  warning: 'yellow',
  error: 'red',
  info: 'blue',
};

/** Says something in passing, bottom left, for 5 seconds (spec 1 §2.5). */
export function toast(kind: ToastKind, message: string): void {
  notifications.show({ message, color: colours[kind], autoClose: 5000, withBorder: true });
}
