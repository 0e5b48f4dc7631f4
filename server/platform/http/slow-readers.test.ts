import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { unreadResponse } from '../../../tests/support/unread-response.ts';
import { letPause, OpenAnswers } from './slow-readers.ts';

const limits = { rate: 4096, grace: 60_000 };

/** Returns whether the response is closed at each of these seconds. */
const lookAt = (answers: OpenAnswers, response: { destroyed: boolean }, ...seconds: number[]) =>
  seconds.map((second) => {
    answers.closeSlow(second * 1000);
    return response.destroyed;
  });

test('closes a client that reads nothing after a minute and the time for the waiting bytes', async () => {
  const { response } = await unreadResponse();
  const answers = new OpenAnswers(limits);
  answers.add(response);
  const lasts = 60 + response.writableLength / 4096;
  expect(lookAt(answers, response, 100, 100 + lasts - 1, 100 + lasts + 1)).toEqual([false, false, true]);
});

test('gives a slow client more time the more it reads', async () => {
  const { response, client } = await unreadResponse();
  const answers = new OpenAnswers(limits);
  answers.add(response);
  const lasts = 60 + response.writableLength / 4096;
  expect(lookAt(answers, response, 100)).toEqual([false]);
  response.write(Buffer.alloc(409_600));
  expect(lookAt(answers, response, 100 + lasts + 99, 100 + lasts + 101)).toEqual([false, true]);
  client.destroy();
});

test('closes a fast client that stops reading as soon as any other', async () => {
  const { response, client } = await unreadResponse();
  const answers = new OpenAnswers(limits);
  answers.add(response);
  expect(lookAt(answers, response, 100)).toEqual([false]);
  client.resume();
  for (let written = 0; written < 256; written += 1) {
    response.write(Buffer.alloc(65_536));
    await nextTurn();
  }
  client.pause();
  do {
    response.write(Buffer.alloc(16_384));
    await nextTurn();
  } while (response.writableLength === 0);
  const lasts = 60 + response.writableLength / 4096;
  expect(lookAt(answers, response, 101, 101 + lasts - 1, 101 + lasts + 1)).toEqual([false, false, true]);
});

test('starts the limit again after a client has read everything', async () => {
  const { response, client } = await unreadResponse();
  const answers = new OpenAnswers(limits);
  answers.add(response);
  expect(lookAt(answers, response, 100)).toEqual([false]);
  client.resume();
  while (response.writableLength > 0) await nextTurn();
  expect(lookAt(answers, response, 1000)).toEqual([false]);
  client.pause();
  do {
    response.write(Buffer.alloc(16_384));
    await nextTurn();
  } while (response.writableLength === 0);
  expect(lookAt(answers, response, 2000, 2059)).toEqual([false, false]);
});

test('stops checking a response whose client has left', async () => {
  const { response, client } = await unreadResponse();
  const answers = new OpenAnswers(limits);
  answers.add(response);
  expect([lookAt(answers, response, 100), answers.count]).toEqual([[false], 1]);
  client.destroy();
  while (!response.destroyed) await nextTurn();
  expect([lookAt(answers, response, 101), answers.count]).toEqual([[true], 0]);
});

test('keeps the last four paused responses of each user open', async () => {
  const answers = new OpenAnswers(limits);
  const people = ['olga', 'olga', 'adam', 'olga', 'olga', 'olga', 'olga'];
  const paused = await Promise.all(
    people.map(async (person) => {
      const { response } = await unreadResponse();
      letPause(response, person);
      return response;
    }),
  );
  for (const response of paused) answers.add(response);
  for (const second of [100, 100_000]) answers.closeSlow(second * 1000);
  expect(paused.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false, false, false, false]);
});
