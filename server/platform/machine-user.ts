import { userInfo } from 'node:os';

/**
 * The user of the machine who runs this process, such as `mailcall`, or `mailcall (ann)` when ann became that user with sudo; null
 * for one without a name.
 */
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
