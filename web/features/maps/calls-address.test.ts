import type { MailingArea, MapMailing, MapZone } from '@mailcall/contract/maps.ts';
import { expect, test } from 'vitest';
import { callsOf, mailingsOf } from './calls-address.ts';

const mailings = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `m${index}` }));

test.each([
  [0, null],
  [1, 'View the calls of this mailing (all time)'],
  [100, 'View the calls of these mailings (all time)'],
  [1200, 'View the calls of the newest 100 of 1,200 mailings (all time)'],
])('the link to the calls of %i mailings says of which', (count, text) => {
  const link = callsOf(mailings(count), { accounts: 'a,b', range: 'month', shading: 'leads' });
  expect(link?.text ?? null).toBe(text);
  expect(link?.search['campaigns'] ?? []).toHaveLength(Math.min(count, 100));
});

test('links to calls of all time and the selected accounts', () => {
  const link = callsOf(mailings(1), { accounts: 'a,b', range: 'month', shading: 'leads' });
  expect(link?.search).toMatchObject({ accounts: 'a,b', range: 'all' });
  expect(link?.search).not.toHaveProperty('shading');
});

test('includes the zones’ mailings of an area, newest first', () => {
  const mailing = (id: string, deliveryWeek: string | null) => ({ id, deliveryWeek }) as MapMailing;
  const zone = { mailings: [mailing('b', '2026-02-02'), mailing('d', null)] } as MapZone;
  const area = { mailings: [mailing('c', '2026-01-05'), mailing('a', '2026-03-02')], zones: [zone] };
  expect(mailingsOf(area as unknown as MailingArea, null).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  expect(mailingsOf(area as unknown as MailingArea, zone)).toBe(zone.mailings);
});
