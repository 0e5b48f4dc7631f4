// @vitest-environment jsdom
import type { CallbackEntry } from '@mailcall/contract/callbacks.ts';
import { notificationsStore } from '@mantine/notifications';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '../../platform/config.ts';
import { closeCallers } from './caller-actions.ts';

const services = { identity: '/api/identity', data: '/api/data', maps: '/api/maps' };
let answers: Record<string, () => Response>;
let requests: { caller: string; requestId: string; kind: string }[];

beforeEach(async () => {
  requests = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === '/web-config.json') return Response.json({ services, provider: {}, map: { style: null } });
    const caller = decodeURIComponent(/callbacks\/([^/]+)\/actions/.exec(url)?.[1] ?? '');
    requests.push({ caller, ...(JSON.parse(init?.body as string) as { requestId: string; kind: string }) });
    return answers[caller]?.() ?? done(caller);
  });
  await loadConfig();
  notificationsStore.setState({ ...notificationsStore.getState(), notifications: [], queue: [] });
});
afterEach(() => vi.unstubAllGlobals());

const entry = (id: string) =>
  ({
    id,
    accountId: 'own',
    version: 'v1',
    callerName: id,
    callerPhoneNumber: null,
  }) as unknown as CallbackEntry;
const done = (caller: string) =>
  Response.json({ status: 'success', data: { action: { id: `of ${caller}` }, entry: entry(caller) } });
const refused = (status: number, message: string) => () =>
  Response.json({ status: 'error', message, data: null }, { status });
const close = () => closeCallers(new QueryClient(), ['Ann', 'Bo', 'Cy', 'Di'].map(entry), 'not-needed');
const messages = () =>
  notificationsStore.getState().notifications.map(({ message }) => {
    if (typeof message === 'string') return message;
    const [text] = (message as { props: { children: { props: { children: string } }[] } }).props.children;
    return text?.props.children;
  });

test('closes several callers, each by an action of its own', async () => {
  answers = {};
  expect(await close()).toEqual(['Ann', 'Bo', 'Cy', 'Di']);
  expect(requests.map(({ caller, kind }) => [caller, kind])).toEqual(
    ['Ann', 'Bo', 'Cy', 'Di'].map((caller) => [caller, 'not-needed']),
  );
  expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(4);
  expect(messages()).toEqual(['No callback needed: 4 callers.']);
});

test('says who was refused, and closes the others', async () => {
  answers = { Bo: refused(422, 'Pia closed it.'), Di: refused(404, 'There is no such caller.') };
  expect(await close()).toEqual(['Ann', 'Cy']);
  expect(messages()).toEqual(['No callback needed: 2 callers.', 'Bo: Pia closed it. 1 more was not closed.']);
});

test('stops where nothing can be saved, and sends the same request again', async () => {
  answers = { Bo: refused(503, 'The portal is being updated.') };
  expect(await close()).toEqual(['Ann']);
  expect(requests.map(({ caller }) => caller)).toEqual(['Ann', 'Bo']);
  expect(messages()).toEqual(['No callback needed: 1 caller.', 'Bo: The portal is being updated.']);
  answers = {};
  await close();
  const ofBo = requests.filter(({ caller }) => caller === 'Bo');
  expect(ofBo[1]?.requestId).toBe(ofBo[0]?.requestId);
});
