import { expect, test } from 'vitest';
import { stopAll } from './program.ts';

test('stops the rest after a failure', async () => {
  const stopped: string[] = [];
  const stop = (name: string) => async () => void stopped.push(name);
  const fails = (message: string) => () => Promise.reject(new Error(message));
  await expect(
    stopAll([stop('one'), fails('first'), stop('two'), fails('second'), stop('three')]),
  ).rejects.toThrow('first');
  expect(stopped).toEqual(['one', 'two', 'three']);
});
