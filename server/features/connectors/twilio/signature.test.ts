import { expect, test } from 'vitest';
import { isSigned, signatureOf } from './signature.ts';

// the example of Twilio's documentation
const token = '12345';
const address = 'https://mycompany.com/myapp.php?foo=1&bar=2';
const parameters = new URLSearchParams({
  CallSid: 'CA1234567890ABCDE',
  Caller: '+14158675309',
  Digits: '1234',
  From: '+14158675309',
  To: '+18005551212',
});
const signature = 'RSOYDt4T1cUTdK1PDd93/VVr8B8=';

test('equals the documented example', () => {
  expect(signatureOf(token, address, parameters)).toBe(signature);
  expect(isSigned(token, address, parameters, signature)).toBe(true);
});

test('covers the port in either form', () => {
  const other = signatureOf(token, 'https://mycompany.com:443/myapp.php?foo=1&bar=2', parameters);
  expect(isSigned(token, address, parameters, other)).toBe(true);
});

test.each<[string, Parameters<typeof isSigned>]>([
  ['another token', ['12346', address, parameters, signature]],
  ['another address', [token, 'https://mycompany.com/myapp.php?foo=1', parameters, signature]],
  ['another value', [token, address, new URLSearchParams(`${parameters.toString()}1`), signature]],
  ['another parameter', [token, address, new URLSearchParams(`${parameters.toString()}&a=`), signature]],
  ['no signature', [token, address, parameters, undefined]],
  ['two signatures', [token, address, parameters, [signature, signature]]],
  ['an empty signature', [token, address, parameters, '']],
])('does not cover %s', (_, given) => {
  expect(isSigned(...given)).toBe(false);
});
