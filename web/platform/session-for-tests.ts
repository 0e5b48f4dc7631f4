import type { Session } from './session-store.ts';

export const sessionWith = (changes: Partial<Session> = {}): Session => ({
  accessToken: 'token',
  tokenType: 'Bearer',
  expiresAt: Date.now() + 3_600_000,
  picture: null,
  contactId: 'contact-1',
  profileName: 'Frances Frontdesk',
  profileEmail: 'frontdesk@office.example',
  accounts: [],
  roles: [],
  team: [],
  limited: false,
  limitedByRole: false,
  guest: false,
  secondFactorMissing: false,
  activated: true,
  sessionVersion: '1',
  grants: {},
  ...changes,
});
