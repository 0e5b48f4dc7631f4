import { expect, test } from 'vitest';
import { RefusedConnection } from './connection-problem.ts';
import { isPublicAddress, outsideUrlProblem, publicLookup } from './outside-post.ts';

test.each([
  ['93.184.215.14', true],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
  ['::1', false],
  ['::', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:169.254.169.254', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['mail.example.com', false],
])('%s is on the internet: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

test.each([
  ['https://crm.example.com/hooks', null],
  ['http://localhost:9000/hooks', null],
  ['http://127.0.0.1:9000/', null],
  ['https://crm.internal:8443/hooks', null],
  ['http://crm.internal:8080/hooks', 'Use an https address.'],
  ['http://crm.example.com/hooks', 'Use an https address.'],
  ['file:///etc/passwd', 'Use an https address.'],
  ['https://ann:secret@crm.example.com/', 'Use an address without a user, password or fragment.'],
  [
    'https://10.0.0.7/',
    'This address is in a private network. Name its origin in WEBHOOK_PRIVATE_ORIGINS to allow it.',
  ],
  [
    'https://[::ffff:a00:7]/',
    'This address is in a private network. Name its origin in WEBHOOK_PRIVATE_ORIGINS to allow it.',
  ],
  [
    'https://167772167/',
    'This address is in a private network. Name its origin in WEBHOOK_PRIVATE_ORIGINS to allow it.',
  ],
  ['crm', 'This is not an address.'],
])('%s can be posted to unless: %s', (url, problem) => {
  expect(outsideUrlProblem(url, ['https://crm.internal:8443'])).toBe(problem);
});

test('refuses a name that resolves to a private network when it is used', async () => {
  for (const all of [true, false]) {
    const error = await new Promise((resolve) => publicLookup('localhost', { all }, resolve));
    expect(error).toEqual(new RefusedConnection('The host name of the address leads to a private network.'));
  }
});
