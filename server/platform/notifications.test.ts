import { expect, onTestFinished, test } from 'vitest';
import { testApp } from '../../tests/support/test-app.ts';
import { openNotifications } from './notifications.ts';

const here = testApp();

test('serializes listeners that start together on the one connection', async () => {
  const warnings: string[] = [];
  const record = (warning: Error) => warnings.push(warning.message);
  process.on('warning', record);
  const notifications = openNotifications(here.database.pool, here.app.http.log as never);
  onTestFinished(async () => {
    process.off('warning', record);
    await notifications.close();
  });
  const channels = ['first_channel', 'second_channel', 'third_channel'];
  const received: string[] = [];
  const last = Promise.withResolvers<void>();
  await Promise.all(
    channels.map((channel) =>
      notifications.listen(channel, (payload) => {
        received.push(`${channel} ${payload}`);
        if (received.length === channels.length) last.resolve();
      }),
    ),
  );
  for (const channel of channels)
    await here.database.pool.query('select pg_notify($1, $2)', [channel, 'new']);
  await last.promise;
  expect(received).toEqual(channels.map((channel) => `${channel} new`));
  expect(warnings).toEqual([]);
});
