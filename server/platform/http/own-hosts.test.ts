import { expect, test } from 'vitest';
import { addressAt, isOwnHost } from './own-hosts.ts';

const portal = {
  publicUrl: 'https://portal.example/clients',
  brandOrigins: ['https://north.example', 'https://south.example:8443'],
};

test.each([
  ['portal.example', portal.publicUrl, true],
  ['portal.example:443', portal.publicUrl, true],
  ['PORTAL.example', portal.publicUrl, true],
  ['north.example', 'https://north.example', true],
  ['north.example:443', 'https://north.example', true],
  ['south.example:8443', 'https://south.example:8443', true],
  ['south.example', portal.publicUrl, false],
  ['north.example.evil.example', portal.publicUrl, false],
  ['evil.example', portal.publicUrl, false],
  ['evil@north.example', portal.publicUrl, false],
  ['north.example/', portal.publicUrl, false],
  ['', portal.publicUrl, false],
  ['localhost:3000', portal.publicUrl, true],
  ['127.0.0.1', portal.publicUrl, true],
  ['[::1]:3000', portal.publicUrl, true],
  ['10.0.0.5', portal.publicUrl, false],
])('a request to %j is at %s, own: %j', (host, address, own) => {
  expect([addressAt(portal, host), isOwnHost(portal, host)]).toEqual([address, own]);
});

test.each(['portal.example', 'evil.example', ''])('without brands %j is answered', (host) => {
  expect(isOwnHost({ ...portal, brandOrigins: [] }, host)).toBe(true);
});
