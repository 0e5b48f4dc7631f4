import { providerSchema } from '@mailcall/contract/provider.ts';
import { expect, test } from 'vitest';
import { alertMessage } from './alert-message.ts';
import type { AlertContext } from './types.ts';

const context: AlertContext = {
  provider: providerSchema.parse({ name: 'Post & Sons', supportAddress: 'help@post.example' }),
  publicUrl: 'https://portal.example',
  account: {
    id: 'A1',
    name: 'Harbor Dental',
    timeZone: 'America/Chicago',
    clientLabel: null,
    businessLabel: null,
    industry: 'Dental',
  },
  receiver: { name: 'Ann Lee' },
  unsubscribeUrl: 'https://portal.example/api/data/alerts/unsubscribe/token',
};
const call = { title: 'Spring Special', at: new Date('2026-03-11T20:04:00Z'), path: '/scoreboard/C1' };

test('tells of one event', async () => {
  const { title, email, sms } = await alertMessage({
    ...context,
    kind: 'event',
    alertType: 'Missed Call Alert',
    items: [call],
  });
  expect(title).toBe('Missed call, Wed, Mar 11, 3:04 pm');
  expect(email.subject).toBe('Missed call at Harbor Dental, Wed, Mar 11, 3:04 pm');
  expect(email.text).toContain(
    'A call was missed on Wednesday, March 11 at 3:04 pm. It came from Spring Special.',
  );
  expect(sms).toBe(
    'Missed call at Harbor Dental, Wed, Mar 11, 3:04 pm: https://portal.example/scoreboard/C1',
  );
});
