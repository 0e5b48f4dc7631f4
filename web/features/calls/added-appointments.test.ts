// @vitest-environment jsdom
import type { Call } from '@mailcall/contract/calls.ts';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sessionWith } from '../../platform/session-for-tests.ts';
import { saveSession } from '../../platform/session-store.ts';

const config = {
  services: { identity: '/api/identity', data: '/api/data', maps: '/api/maps' },
  provider: {},
  map: { style: null },
  signIn: { issuer: '/api/identity', clientId: 'mailcall-web', audience: 'mailcall', idleTime: 1800 },
};
const target = { id: 'c1', timeZone: 'America/Denver' };
const ann = { firstName: 'Ann', lastName: 'Lee', day: '2030-03-20', minutes: 555 };
const booked = {
  id: 'a1',
  firstName: 'Ann',
  lastName: 'Lee',
  dateTime: '2030-03-20T15:15:00.000Z',
  phone: null,
  outcome: 'Scheduled',
  replaced: false,
};

let sent: string[];
let answers: (() => Response | Promise<Response>)[];

const refused =
  (status: number, data: object | null = null) =>
  () =>
    Response.json(
      { status: data ? 'fail' : 'error', message: 'The request is not valid.', data },
      { status },
    );
const success = () => {
  const call = { ...target, appointments: [booked], relatedCalls: [] } as unknown as Call;
  return Response.json({ status: 'success', data: { id: 'a1', call } });
};
const lost = () => Promise.reject(new TypeError('failed'));

async function load() {
  vi.resetModules();
  const { loadConfig } = await import('../../platform/config.ts');
  await loadConfig();
  return import('./added-appointments.ts');
}

type Module = Awaited<ReturnType<typeof load>>;
let page: Module;
const failed = (of: Module) =>
  vi.waitFor(() => {
    const [one] = of.appointmentDrafts.read('c1').added;
    if (one?.state !== 'failed') throw new Error('It has not failed yet.');
    return one;
  });
const added = (of: Module) => vi.waitFor(() => expect(of.appointmentDrafts.read('c1').added).toEqual([]));

beforeAll(async () => {
  saveSession(sessionWith({ contactId: 'ann' }));
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (path === '/web-config.json') return Response.json(config);
    sent.push((JSON.parse(init.body as string) as { requestId: string }).requestId);
    return (answers.shift() ?? lost)();
  });
  page = await load();
});
beforeEach(() => {
  sent = [];
});

test('keeps an edited appointment’s request id if it may be booked', async () => {
  const { addAppointment, retryAppointment } = page;
  answers = [lost, refused(502), refused(409), success];
  addAppointment(target, ann, null);
  const lostOne = await failed(page);
  expect(lostOne.maybeBooked).toBe(true);
  retryAppointment(target, lostOne);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  await failed(page);
  // a later refusal does not tell the fate of the first request
  addAppointment(target, { ...ann, lastName: 'Lane' }, lostOne.key);
  await vi.waitFor(() => expect(sent).toHaveLength(3));
  expect(await failed(page)).toMatchObject({ lastName: 'Lane', maybeBooked: true });
  retryAppointment(target, await failed(page));
  await added(page);
  expect(new Set(sent)).toEqual(new Set([lostOne.key]));
});

test('shows why an appointment was refused and uses a new request when it is edited', async () => {
  answers = [refused(400, { dateTime: 'Use a date from 2018 on.' }), success];
  page.addAppointment(target, ann, null);
  const refusedOne = await failed(page);
  expect(refusedOne).toMatchObject({ maybeBooked: false, reason: 'Use a date from 2018 on.' });
  page.addAppointment(target, ann, refusedOne.key);
  await added(page);
  expect(new Set(sent).size).toBe(2);
});

test('loses nothing on reload: an interrupted appointment has failed and is repeated as the same request', async () => {
  answers = [() => new Promise(() => {}), success];
  page.addAppointment(target, ann, null);
  page.appointmentDrafts.change('c1', (before) => ({ ...before, form: { values: ann, key: null } }));
  const reloaded = await load();
  const one = await failed(reloaded);
  const reason = 'The page was reloaded before this was saved.';
  expect(one).toMatchObject({ ...ann, maybeBooked: true, reason });
  expect(reloaded.appointmentDrafts.read('c1').form).toEqual({ values: ann, key: null });
  reloaded.retryAppointment(target, one);
  await added(reloaded);
  expect(new Set(sent)).toEqual(new Set([one.key]));
});
