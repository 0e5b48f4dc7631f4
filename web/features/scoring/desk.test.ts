// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DeskCall } from '@mailcall/contract/scoring.ts';
import { CallFailed } from '../../platform/api.ts';
import { sessionWith } from '../../platform/session-for-tests.ts';
import { clearSession, saveSession } from '../../platform/session-store.ts';
import { unsentDrafts, unsentSaves, writePresentCall } from './desk-storage.ts';
import { ScoringDesk, withheld } from './desk.ts';
import { FakeServer, unreachable } from './server-for-tests.ts';

let desk: ScoringDesk;
const settle = () => vi.advanceTimersByTimeAsync(0);
const callOf = () => desk.read().work?.call.callId ?? null;

async function begin(server: FakeServer, callId: string | null = null): Promise<FakeServer> {
  desk = new ScoringDesk(server, () => '1.2');
  desk.start(callId);
  await settle();
  return server;
}

const press = (...keys: string[]) => {
  for (const key of keys) desk.press(key);
};
/** The keys of a voicemail without a message. */
const voicemail = ['3', '2'] as const;

beforeEach(() => {
  vi.useFakeTimers();
  saveSession(sessionWith({ contactId: 'nora' }));
});
afterEach(() => {
  desk.close();
  clearSession('logged out');
  sessionStorage.clear();
  vi.useRealTimers();
});

describe('call after call', () => {
  test('takes a call and claims the next one', async () => {
    const server = await begin(new FakeServer('c1', 'c2', 'c3'));
    expect([callOf(), desk.read().next]).toEqual(['c1', 'ready']);
    expect(server.asked).toEqual(['next []', 'next [c1]']);
  });

  test('shows the next call at once, and sends the save before it claims another one', async () => {
    const server = await begin(new FakeServer('c1', 'c2', 'c3'));
    press(...voicemail);
    expect(desk.save()).toBe(true);
    expect([callOf(), desk.read().scored]).toEqual(['c2', 1]);
    await settle();
    expect(server.asked.slice(2)).toEqual(['save c1', 'next [c2]']);
    expect(server.saved['c1']).toMatchObject({
      version: 0,
      rubric: '1.2',
      reason: 'scored',
      values: { answeredBy: 'Voicemail', voicemailLeftMessage: false, opportunity: false },
    });
  });

  test('goes to the first field with a problem instead of saving', async () => {
    await begin(new FakeServer('c1'));
    press('1', 't');
    expect(desk.save()).toBe(false);
    expect([callOf(), desk.read().work?.keys.at, desk.read().problems.patientType]).toEqual([
      'c1',
      'patientType',
      'Choose the patient type.',
    ]);
    // a sentence goes with its problem
    press('1');
    expect(desk.read().problems.patientType).toBeUndefined();
  });

  test('says that nothing waits, and looks again', async () => {
    const server = await begin(new FakeServer());
    expect(desk.read().phase).toBe('nothing');
    server.waiting.push('c1');
    desk.retry();
    await settle();
    expect(callOf()).toBe('c1');
  });

  test('skips a call and gives calls back when the page is left', async () => {
    const server = await begin(new FakeServer('c1', 'c2', 'c3'));
    desk.skip('language', 'Spanish');
    await settle();
    expect(callOf()).toBe('c2');
    desk.leave();
    expect(server.asked).toEqual([
      'next []',
      'next [c1]',
      'skip c1 language Spanish',
      'next [c2]',
      'back c2',
      'back c3',
    ]);
  });

  test('says why the first call could not be loaded, and tries again', async () => {
    const server = new FakeServer('c1');
    server.failures['next'] = new CallFailed('Not now.', 500);
    await begin(server);
    expect([desk.read().phase, desk.read().message]).toEqual(['failed', 'Not now.']);
    delete server.failures['next'];
    desk.retry();
    await settle();
    expect(callOf()).toBe('c1');
  });
});

describe('undo', () => {
  test('shows the saved call again, and the present one after it with its typed answers', async () => {
    const server = await begin(new FakeServer('c1', 'c2', 'c3'));
    press(...voicemail);
    desk.save();
    await settle();
    desk.type('callerName', 'Kim');
    desk.undo();
    await settle();
    expect([callOf(), desk.read().work?.keys.values.answeredBy, desk.read().scored]).toEqual([
      'c1',
      'Voicemail',
      0,
    ]);
    expect(server.asked.slice(4)).toEqual(['undo c1 1', 'draft c2', 'back c3']);
    desk.save();
    await settle();
    expect([callOf(), desk.read().work?.keys.values.callerName]).toEqual(['c2', 'Kim']);
    expect(server.saved['c1']?.version).toBe(2);
  });

  test('takes a save back that has not left the browser', async () => {
    const server = await begin(new FakeServer('c1', 'c2'));
    server.failures['save'] = unreachable();
    press(...voicemail);
    desk.save();
    await settle();
    desk.undo();
    await settle();
    expect([callOf(), unsentSaves.list('')]).toEqual(['c1', []]);
  });

  test('says why a save cannot be undone', async () => {
    const server = await begin(new FakeServer('c1', 'c2'));
    server.failures['undo'] = new CallFailed('This save cannot be undone.', 422);
    press(...voicemail);
    desk.save();
    desk.undo();
    await settle();
    expect([callOf(), desk.read().message, desk.read().canUndo]).toEqual([
      'c2',
      'This save cannot be undone.',
      false,
    ]);
  });
});

describe('undo after a reload', () => {
  const scoreOne = async () => {
    const server = await begin(new FakeServer('c1', 'c2', 'c3'));
    press(...voicemail);
    desk.save();
    await settle();
    return server;
  };

  test.each([
    ['the page was reloaded', () => desk.leave()],
    ['the desk was left', () => desk.close()],
  ])('takes the last save back although %s', async (_, leave) => {
    const server = await scoreOne();
    leave();
    await begin(server);
    expect([desk.read().scored, desk.read().canUndo]).toEqual([1, true]);
    desk.undo();
    await settle();
    expect(server.asked).toContain('undo c1 1');
    expect([callOf(), desk.read().scored, desk.read().canUndo]).toEqual(['c1', 0, false]);
  });

  test('ends after an hour', async () => {
    const server = await scoreOne();
    desk.leave();
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    await begin(server);
    expect(desk.read().canUndo).toBe(false);
  });

  test('is for the person who saved', async () => {
    const server = await scoreOne();
    desk.leave();
    saveSession(sessionWith({ contactId: 'omar' }));
    await begin(server);
    expect([desk.read().scored, desk.read().canUndo]).toEqual([0, false]);
  });
});

test('what the form filled is derived again after undo', async () => {
  const server = await begin(new FakeServer('c1', 'c2'));
  press(...voicemail);
  desk.save();
  await settle();
  expect(server.saved['c1']?.values).toMatchObject({ patientType: 'Unknown', opportunity: false });
  desk.undo();
  await settle();
  expect(desk.read().work?.keys.values).toMatchObject({
    answeredBy: 'Voicemail',
    voicemailLeftMessage: false,
    patientType: null,
    opportunity: null,
  });
  expect(unsentDrafts.read('c1')?.values.patientType).toBeNull();
  press('w', '1', '1');
  expect(desk.read().work?.keys.at).toBe('patientType');
});

describe('a draft', () => {
  test('is in the browser at once and on the server within a second', async () => {
    const server = await begin(new FakeServer('c1'));
    desk.type('callerName', 'Kim');
    expect(unsentDrafts.read('c1')?.values.callerName).toBe('Kim');
    await vi.advanceTimersByTimeAsync(999);
    expect(server.asked.at(-1)).toBe('draft c1');
    expect(unsentDrafts.read('c1')).toBeNull();
  });

  test('survives a reload: the same call is opened with it', async () => {
    const server = await begin(new FakeServer('c1', 'c2'));
    desk.type('callerName', 'Kim');
    desk.leave();
    const again = new FakeServer('c2', 'c1');
    await begin(again);
    expect([callOf(), desk.read().work?.keys.values.callerName]).toEqual(['c1', 'Kim']);
    expect(again.asked[0]).toBe('open c1');
    expect(server.asked).toContain('back c1');
  });

  test('says that it is not sent, and sends it again', async () => {
    const server = await begin(new FakeServer('c1'));
    server.failures['draft'] = unreachable();
    desk.type('callerName', 'Kim');
    await vi.advanceTimersByTimeAsync(1000);
    expect(desk.read().isDraftUnsent).toBe(true);
    delete server.failures['draft'];
    await vi.advanceTimersByTimeAsync(6000);
    expect([desk.read().isDraftUnsent, unsentDrafts.read('c1')]).toEqual([false, null]);
  });

  test('is not sent after its call was saved', async () => {
    const server = await begin(new FakeServer('c1', 'c2'));
    press(...voicemail);
    desk.save();
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.asked.filter((what) => what.startsWith('draft'))).toEqual([]);
  });

  test.each([
    ['another person got the call', 'Omar is scoring this call now.', 422, 'Omar is scoring this call now.'],
    ['the call was removed', 'Call c1 not found', 404, withheld],
  ])('can be read after %s', async (_, sentence, status, message) => {
    const server = await begin(new FakeServer('c1', 'c2'));
    server.failures['draft'] = new CallFailed(sentence, status);
    desk.type('callerName', 'Kim');
    await vi.advanceTimersByTimeAsync(1000);
    expect(desk.read()).toMatchObject({
      phase: 'lost',
      message,
      work: { keys: { values: { callerName: 'Kim' } } },
    });
    delete server.failures['draft'];
    desk.leaveLost();
    expect([callOf(), desk.read().phase]).toEqual(['c2', 'scoring']);
  });

  test('goes at sign-out', async () => {
    await begin(new FakeServer('c1'));
    desk.type('callerName', 'Kim');
    clearSession('logged out');
    expect(unsentDrafts.read('c1')).toBeNull();
  });
});

describe('a save on its way', () => {
  test('waits for the connection, keeps its claim, and is sent once more with the same id', async () => {
    const server = await begin(new FakeServer('c1', 'c2', 'c3'));
    server.failures['save'] = unreachable();
    press(...voicemail);
    desk.save();
    await settle();
    expect([callOf(), desk.read().unsentCount]).toEqual(['c2', 1]);
    const [first] = unsentSaves.list('');
    // no other call is claimed meanwhile: that would give the unsent one back
    expect(server.asked.filter((what) => what.startsWith('next'))).toHaveLength(2);
    delete server.failures['save'];
    await vi.advanceTimersByTimeAsync(5000);
    expect([desk.read().unsentCount, server.saved['c1']?.requestId]).toEqual([0, first?.requestId]);
    expect(server.asked.at(-1)).toBe('next [c2]');
  });

  test('is sent after a reload', async () => {
    const server = await begin(new FakeServer('c1', 'c2'));
    server.failures['save'] = unreachable();
    press(...voicemail);
    desk.save();
    await settle();
    desk.leave();
    writePresentCall('', null);
    const again = await begin(new FakeServer('c1', 'c2'));
    expect(again.asked).toEqual(['save c1', 'next []', 'next [c2]']);
    expect(callOf()).toBe('c2');
  });

  test('shows what was answered if the server refuses it after a reload', async () => {
    const server = await begin(new FakeServer('c1', 'c2'));
    server.failures['save'] = unreachable();
    press(...voicemail);
    desk.save();
    await settle();
    desk.leave();
    writePresentCall('', null);
    const again = new FakeServer('c2');
    again.failures['save'] = new CallFailed('Someone else scored this call meanwhile.', 422);
    await begin(again);
    expect([callOf(), desk.read().scored, unsentSaves.list('')]).toEqual(['c2', 0, []]);
    expect(desk.read().refused).toMatchObject({
      work: null,
      values: { answeredBy: 'Voicemail' },
      message: 'Someone else scored this call meanwhile.',
    });
  });

  test('comes back if the server refuses it, with the sentences at its fields', async () => {
    const server = await begin(new FakeServer('c1', 'c2'));
    server.failures['save'] = new CallFailed('Check the fields.', 400, {
      'values.voicemailOutcome': 'Choose a value from the list.',
    });
    press(...voicemail);
    desk.save();
    await settle();
    expect([callOf(), desk.read().refused?.message, desk.read().scored]).toEqual([
      'c2',
      'Choose a value from the list.',
      0,
    ]);
    desk.correctRefused();
    expect([callOf(), desk.read().work?.keys.at, desk.read().problems]).toEqual([
      'c1',
      'voicemailOutcome',
      { voicemailOutcome: 'Choose a value from the list.' },
    ]);
  });
});

describe('keys', () => {
  test('arrows go through all fields, Tab to those that need an answer', async () => {
    await begin(new FakeServer('c1'));
    press('1');
    expect(desk.read().work?.keys.at).toBe('handler');
    desk.step(1);
    expect(desk.read().work?.keys.at).toBe('interactedWithIvr');
    expect([desk.goOn(), desk.read().work?.keys.at]).toEqual([true, 'patientType']);
    desk.step(-1);
    expect(desk.read().work?.keys.at).toBe('callerName');
  });

  test.each([
    ['n', 1, true],
    ['t', 1, false],
    ['t', 2, true],
    ['p', 2, false],
    ['b', 1, true],
  ])('%s pressed %i times opens the text: %s', async (key, times, types) => {
    await begin(new FakeServer('c1'));
    press('1', '1', '1');
    for (let time = 0; time < times; time++) press(key);
    expect(desk.read().isTyping).toBe(types);
  });

  test('marks a second for the current field', async () => {
    await begin(new FakeServer('c1'));
    desk.mark('goodImpression', 48_200.4, null);
    expect(desk.read().work?.marks).toEqual([{ field: 'goodImpression', from: 48_200, to: null }]);
    const [mark] = desk.read().work?.marks ?? [];
    if (mark) desk.removeMark(mark);
    expect(desk.read().work?.marks).toEqual([]);
  });
});

test('a mark belongs to the last answer until the person goes to another field', async () => {
  await begin(new FakeServer('c1', 'c2'));
  const places = () => [desk.read().work?.keys.at, desk.read().markField];
  expect(places()).toEqual(['answeredBy', 'answeredBy']);
  press('1');
  expect(places()).toEqual(['handler', 'answeredBy']);
  desk.step(1);
  expect(places()).toEqual(['interactedWithIvr', 'interactedWithIvr']);
  press('p');
  expect(places()).toEqual(['patientType', 'patientType']);
  press('1');
  expect(places()).toEqual(['askedForAppointment', 'patientType']);
  desk.goOn();
  expect(places()).toEqual(['askedForSource', 'askedForSource']);
  desk.type('callerName', 'Kim');
  expect(desk.read().markField).toBe('callerName');
  desk.mark('callerName', 3000, null);
  expect(desk.read().marked).toEqual({ field: 'callerName', from: 3000, to: null });
  press('w');
  expect(desk.read().marked).toBeNull();
  press(...voicemail);
  expect(places()).toEqual([null, 'voicemailLeftMessage']);
  desk.save();
  expect(places()).toEqual(['answeredBy', 'answeredBy']);
});

test('renews the claims of both calls while the person listens', async () => {
  const server = await begin(new FakeServer('c1', 'c2'));
  await vi.advanceTimersByTimeAsync(3 * 60_000);
  desk.touch();
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(server.asked.slice(2)).toEqual(['open c1', 'open c2']);
  // nothing was done since
  await vi.advanceTimersByTimeAsync(30 * 60_000);
  expect(server.asked).toHaveLength(4);
});

describe('suggestions', () => {
  const suggestions: DeskCall['suggestions'] = [
    { field: 'answeredBy', value: 'Staff', quotation: 'Lee Dental, this is Ana', at: 1500 },
    { field: 'callerName', value: 'Kim Ortiz', quotation: 'my name is Kim Ortiz', at: null },
    { field: 'opportunity', value: true, quotation: null, at: 7000 },
  ];
  const work = () => desk.read().work;

  test('are accepted by one key each, answer like typing and mark the place', async () => {
    await begin(new FakeServer('c1').suggest('c1', suggestions));
    expect([work()?.keys.at, work()?.keys.values.answeredBy]).toEqual(['answeredBy', null]);
    press('=');
    expect([work()?.keys.values.answeredBy, work()?.marks]).toEqual([
      'Staff',
      [{ field: 'answeredBy', from: 1500, to: null }],
    ]);
    expect(work()?.keys.at).toBe('handler');
    press('1');
    // an optional field with a suggestion is not passed over
    expect(work()?.keys.at).toBe('callerName');
    press('=', '1', '=');
    expect(work()?.keys.values).toMatchObject({ callerName: 'Kim Ortiz', opportunity: true });
    expect(work()?.marks.map(({ field }) => field)).toEqual(['answeredBy', 'opportunity']);
  });

  test('are passed by Tab once, and count for nothing', async () => {
    const server = await begin(new FakeServer('c1').suggest('c1', suggestions));
    press('3');
    expect(work()?.keys.at).toBe('voicemailLeftMessage');
    press('2');
    expect(work()?.keys.at).toBe('callerName');
    press('Tab');
    expect(work()?.keys.at).toBeNull();
    expect(desk.save()).toBe(true);
    await settle();
    expect(server.saved['c1']).toMatchObject({ accepted: [], marks: [], values: { callerName: null } });
  });

  test('that were accepted are named with the save, also if they were changed', async () => {
    const server = await begin(new FakeServer('c1').suggest('c1', suggestions));
    press('=', 'n');
    desk.type('callerName', 'Kim');
    press('w', '3', '2');
    expect(desk.save()).toBe(true);
    await settle();
    expect(server.saved['c1']).toMatchObject({
      accepted: ['answeredBy'],
      values: { answeredBy: 'Voicemail', callerName: 'Kim' },
    });
  });

  test('of fields that are answered or not asked do nothing', async () => {
    await begin(new FakeServer('c1').suggest('c1', suggestions));
    press('3');
    desk.accept('opportunity');
    desk.accept('answeredBy');
    expect([work()?.accepted, work()?.marks, work()?.keys.values.answeredBy]).toEqual([[], [], 'Voicemail']);
  });
});
