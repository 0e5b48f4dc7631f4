// @vitest-environment jsdom
import { providerSchema } from '@mailcall/contract/provider.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render } from '@testing-library/react';
import type { FunctionComponent } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '../../platform/config.ts';
import { clearFlashes, flash } from '../../ui/flash-queue.ts';
import { pageTexts } from '../../ui/page-texts.ts';
import { storeVerification } from './awaited-verification.ts';
import { LoginScreen } from './login-screen.tsx';
import { VerifyScreen } from './verify-screen.tsx';

window.scrollTo = () => {};

const page = document.createElement('div');
let answer: () => Response | Promise<Response>;

beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  const provider = providerSchema.parse({ name: 'Mailcall', supportAddress: 'help@provider.example' });
  const services = { identity: '/api/identity', data: '/api/data', maps: '/api/maps' };
  vi.stubGlobal('fetch', async (url: string) =>
    url === '/web-config.json'
      ? Response.json({ services, provider, map: { style: null }, signIn: { clientId: 'web' } })
      : answer(),
  );
  await loadConfig();
});
afterEach(() => {
  cleanup();
  clearFlashes();
  sessionStorage.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function open(component: FunctionComponent) {
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await act(async () => {
    await router.load();
    render(
      <MantineProvider>
        <RouterProvider router={router as never} />
      </MantineProvider>,
      { container: document.body.appendChild(page) },
    );
  });
}
const press = (text: string) => {
  const button = [...page.querySelectorAll('button')].find((one) => one.textContent.includes(text));
  if (!button) throw new Error(`no button ${text}`);
  return act(async () => button.click());
};

test('the next attempt takes away what was wrong with a link, also when it fails', async () => {
  storeVerification({ connection: 'email', identifier: 'ann@office.example', refused: true });
  flash('error', messages.linkUsed);
  await open(LoginScreen);
  expect(page.textContent).toContain('A link works once and for a short time.');
  expect(page.textContent).toContain(messages.linkUsed);
  answer = () => new Response('', { status: 500 });
  await press('Send Me Verification Link');
  await vi.waitFor(() => expect(page.textContent).toContain(messages.codeNotSent));
  expect(page.textContent).not.toContain('A link works once and for a short time.');
  expect(page.textContent).not.toContain(messages.linkUsed);
  expect(page.textContent).toContain(pageTexts.identityHint);
});

test('sending another code takes away at once that one was sent', async () => {
  storeVerification({ connection: 'email', identifier: 'ann@office.example' });
  flash('success', messages.codeSent);
  await open(VerifyScreen);
  expect(page.textContent).toContain(messages.codeSent);
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer = () => promise.then((response) => response.clone());
  await press('Resend');
  expect(page.textContent).not.toContain(messages.codeSent);
  await act(async () => resolve(Response.json({ status: 'success', data: null })));
  await vi.waitFor(() => expect(page.textContent).toContain(messages.codeResent));
});
