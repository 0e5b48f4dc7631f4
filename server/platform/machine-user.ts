import { userInfo } from 'node:os';

/** `mailcall`, or `mailcall (ann)` if ann used sudo; null without a name. */
export function machineUser(): string | null {
  try {
    const { username } = userInfo();
    const before = process.env['SUDO_USER'];
    return before === undefined || before === '' || before === username
      ? username
      : `${username} (${before})`;
  } catch {
    return null;
  }
}
