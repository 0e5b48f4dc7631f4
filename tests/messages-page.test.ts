import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { passkeyMessages } from '@mailcall/contract/rules/passkeys.ts';
import { expect, test } from 'vitest';
import { root } from './support/imports.ts';

const folder = join(root, 'docs');
const pages = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md'));
const documented = (await Promise.all(pages.map((page) => readFile(join(folder, page), 'utf8'))))
  .join('\n')
  .replace(/\s+/g, ' ');

const textsWithArguments: Partial<Record<keyof typeof messages, readonly string[]>> = {
  newLinkFailed: [messages.newLinkFailed('{support address}')],
  callNotFound: [messages.callNotFound('{id}')],
  alreadyResolved: [messages.alreadyResolved('{name}', '{MMM D, YYYY}'), messages.alreadyResolved(null, '…')],
  firstNameRequired: [messages.firstNameRequired('{Client}')],
  waitingForCode: [messages.waitingForCode('{email or phone}')],
  onlyPrimaryForAlert: [messages.onlyPrimaryForAlert('{alert}')],
  lastNameRequired: [messages.lastNameRequired('{Client}')],
};

const texts = Object.entries({ ...messages, ...passkeyMessages }).flatMap(([name, message]) =>
  typeof message === 'string'
    ? [{ name, text: message }]
    : (textsWithArguments[name as keyof typeof messages] ?? ['']).map((text) => ({ name, text })),
);

test.each(texts)('the documents contain the message $name', ({ text }) => {
  expect(text).not.toBe('');
  expect(documented.includes(text)).toBe(true);
});
