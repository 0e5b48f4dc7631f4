import type { AddressInfo } from 'node:net';
import { liveUpdates } from '@mailcall/contract/live.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { countLockWaits } from '../../../tests/support/lock-waits.ts';
import { missedScore, scoringDesk } from '../../../tests/support/scoring-desk.ts';
import { bearer } from '../../../tests/support/test-app.ts';
import { serviceBase } from '../../platform/http/serve.ts';

const { here, tokens, minutesAgo, later, bring, next, open, save, undo } = scoringDesk();

const shown = async () =>
  (
    await here.database.pool.query<{ source: string | null; answeredBy: number | null }>(
      `select score_source as source, answered_by as "answeredBy" from calls where id = 'c1'`,
    )
  ).rows[0];
const versions = async () =>
  (
    await here.database.pool.query<{ text: string }>(
      `select number || ' ' || reason || ' ' || coalesce(contact_id, '') as text from score_versions order by number`,
    )
  ).rows.map(({ text }) => text);

const [staff, voicemail] = [1, 3];
const rounds = [1, 2, 3, 4];

describe('the next call', () => {
  test.each(rounds)('goes to one of two people who take it at once: %i', async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
    const taken = await Promise.all([next('nora'), next('omar')]);
    expect(new Set(taken.map((call) => call?.callId ?? null))).toEqual(new Set(['c1', null]));
  });

  test.each(rounds)('is a different one for each of two people: %i', async () => {
    await bring(['c1', 'c2', 'c3'].map((id, place) => ({ id, call_date_time: minutesAgo(30 - place) })));
    const taken = await Promise.all(['nora', 'omar', 'lea'].map(next));
    expect(new Set(taken.map((call) => call?.callId))).toEqual(new Set(['c1', 'c2', 'c3']));
  });
});

test.each(rounds)('a score stays the person’s while the feed sends one: %i', async () => {
  const row = { id: 'c1', call_date_time: minutesAgo(5) };
  await bring([row]);
  await next('nora');
  const sent = bring([{ ...row, call_answered_by: 'Voicemail' }]);
  const [{ code }] = await Promise.all([save('nora', 'c1'), sent]);
  // scorers leave calls that the feed has just scored to leads
  if (code === 422) {
    expect(await shown()).toEqual({ source: 'feed', answeredBy: voicemail });
    return;
  }
  expect(code).toBe(200);
  expect(await shown()).toEqual({ source: 'person', answeredBy: staff });
  const newest = Number((await versions()).at(-1)?.split(' ')[0]);
  expect((await undo('nora', 'c1', newest)).code).toBe(200);
  expect(await shown()).toEqual({ source: 'feed', answeredBy: voicemail });
});

describe('a claim that lapses', () => {
  test('lets its owner save unless another person took the call', async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
    await next('nora');
    later(15);
    expect((await save('nora', 'c1')).code).toBe(200);
    expect(await next('omar')).toBeNull();
  });

  test.each(rounds)('while its owner saves leaves the call to one of two people: %i', async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
    await next('nora');
    later(11);
    const [saved, taken] = await Promise.all([save('nora', 'c1'), next('omar')]);
    expect([saved.code, taken?.callId ?? null]).toEqual(taken ? [422, 'c1'] : [200, null]);
    if (taken) expect(saved.message).toBe('Person omar is scoring this call now.');
    expect(await versions()).toEqual(taken ? [] : ['1 scored nora']);
  });

  test('is locked while its owner saves', async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
    await next('nora');
    later(11);
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = here.database.transaction(async (transaction) => {
      await transaction
        .selectFrom('calls')
        .select('id')
        .where('account_id', '=', 'own')
        .where('id', '=', 'c1')
        .forUpdate()
        .execute();
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    const saving = save('nora', 'c1');
    await expect.poll(() => countLockWaits(here.database.pool)).toBe(1);
    const taking = next('omar');
    await expect.poll(() => countLockWaits(here.database.pool)).toBe(2);
    held.resolve();
    await holding;
    expect((await saving).code).toBe(200);
    expect(await taking).toBeNull();
  });
});

describe('an undo', () => {
  test('after another save is refused', async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
    await next('nora');
    await save('nora', 'c1');
    await open('lea', 'c1');
    await save('lea', 'c1', { version: 1, reason: 'correction', values: missedScore });
    for (const version of [1, 2]) expect((await undo('nora', 'c1', version)).code).toBe(422);
    expect(await versions()).toEqual(['1 scored nora', '2 correction lea']);
  });

  test.each(rounds)('at once with another save leaves one of them: %i', async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
    await next('nora');
    await save('nora', 'c1');
    const [undone, corrected] = await Promise.all([
      undo('nora', 'c1', 1),
      save('lea', 'c1', { version: 1, reason: 'correction', values: missedScore }),
    ]);
    expect(new Set([undone.code, corrected.code])).toEqual(new Set([200, 422]));
    expect((await versions()).at(-1)).toBe(undone.code === 200 ? '2 undone nora' : '2 correction lea');
  });
});

test('a score reaches open screens within two seconds', async () => {
  await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
  await next('nora');
  const { http } = here.app;
  const origin = http.server.listening
    ? `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
    : await http.listen({ port: 0, host: '127.0.0.1' });
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const address = `${origin}${serviceBase.data}${liveUpdates.path}?${encodeQuery({ accountIds: ['own'] })}`;
  const answer = await fetch(address, { headers: bearer(tokens['ann'] ?? ''), signal: stop.signal });
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const began = performance.now();
  expect((await save('nora', 'c1')).code).toBe(200);
  for (let received = ''; !received.includes('"data":true'); ) {
    const { done, value } = await reader.read();
    expect(done).toBe(false);
    received += Buffer.from(value ?? []).toString();
  }
  expect(performance.now() - began).toBeLessThan(2_000);
});
