import { createHmac } from 'node:crypto';
import { equalTexts } from '../../../platform/signed-texts.ts';

/** HMAC-SHA1 of address and sorted parameters (https://www.twilio.com/docs/usage/security#validating-requests). */
export function signatureOf(token: string, address: string, parameters: URLSearchParams): string {
  const names = [...new Set(parameters.keys())].sort();
  const text = names
    .map((name) =>
      [...new Set(parameters.getAll(name))]
        .sort()
        .map((value) => name + value)
        .join(''),
    )
    .join('');
  return createHmac('sha1', token)
    .update(address + text)
    .digest('base64');
}

/** Twilio signs the address with or without the port. */
function withPort(address: string): string {
  const url = new URL(address);
  if (url.port !== '') return address;
  const port = url.protocol === 'https:' ? '443' : '80';
  return address.replace(url.host, `${url.host}:${port}`);
}

/** Takes the same time for every signature. */
export function isSigned(
  token: string,
  address: string,
  parameters: URLSearchParams,
  signature: unknown,
): boolean {
  return [address, withPort(address)]
    .map((form) => equalTexts(signatureOf(token, form, parameters), signature))
    .includes(true);
}
