import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { TaskThread, type TaskThreadOptions } from './task-thread.ts';
import type { TestTask } from './thread-for-tests.ts';

const file = new URL('./thread-for-tests.ts', import.meta.url);

function startThread(options: TaskThreadOptions = {}, of = file): TaskThread<TestTask, unknown> {
  const thread = new TaskThread<TestTask, unknown>(of, options);
  onTestFinished(() => thread.end());
  return thread;
}
const sharedNumber = () => new Int32Array(new SharedArrayBuffer(4));

test('answers each task in one thread, even out of order', async () => {
  const thread = startThread();
  const shared = sharedNumber();
  const late = thread.run({ work: 'waitForOne', shared });
  expect(await thread.run({ work: 'sayThread' })).toBeGreaterThan(0);
  Atomics.store(shared, 0, 1);
  expect(await late).toBe(undefined);
});

test.each<[string, TestTask['work'], object]>([
  [
    'throws an error, which keeps its code',
    'fail',
    { message: 'The connection was refused.', code: 'ECONNREFUSED' },
  ],
  ['exits', 'exit', { message: 'The thread has ended without an answer.' }],
  ['waits for nothing any more', 'waitForNothing', { message: 'The thread has ended without an answer.' }],
  ['cannot send its answer', 'answerWithFunction', {}],
])('fails all tasks in progress when the thread %s, and does the next', async (_, work, error) => {
  const thread = startThread();
  const tasks = [thread.run({ work }), thread.run({ work })];
  for (const result of await Promise.allSettled(tasks))
    expect(result).toMatchObject({ status: 'rejected', reason: error });
  expect(await thread.run({ work: 'sayThread' })).toBeGreaterThan(0);
});

test('fails a task if its file cannot be loaded or the task cannot be sent', async () => {
  const missing = startThread({}, new URL('./no-such-thread.ts', import.meta.url));
  await expect(missing.run({ work: 'sayThread' })).rejects.toMatchObject({ code: 'MODULE_NOT_FOUND' });
  const thread = startThread();
  const unsendable = { work: 'sayThread', shared: () => {} } as unknown as TestTask;
  await expect(thread.run(unsendable)).rejects.toMatchObject({ name: 'DataCloneError' });
});

test('ends a working thread, fails its task with the reason and waits for the end', async () => {
  const openPorts = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
  const before = openPorts();
  const thread = startThread();
  const shared = sharedNumber();
  const work = thread.run({ work: 'countForever', shared }).catch((error: unknown) => error);
  const reason = new Error('Enough.');
  await vi.waitFor(() => expect(Atomics.load(shared, 0)).toBeGreaterThan(0));
  expect(openPorts()).toBe(before + 1);
  await thread.end(reason);
  expect(openPorts()).toBe(before);
  expect(await work).toBe(reason);
});

test('keeps its thread for the idle time after the last answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const thread = startThread({ idleTime: 60_000 });
  const first = await thread.run({ work: 'sayThread' });
  vi.advanceTimersByTime(40_000);
  expect(await thread.run({ work: 'sayThread' })).toBe(first);
  vi.advanceTimersByTime(40_000);
  expect(await thread.run({ work: 'sayThread' })).toBe(first);
  vi.advanceTimersByTime(60_000);
  expect(await thread.run({ work: 'sayThread' })).not.toBe(first);
});

test('passes environment and limits on and counts memory outside the heap', async () => {
  const thread = startThread({
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 100 },
    idleTime: 60_000,
  });
  expect(await thread.externalMemory()).toBe(0);
  expect(await thread.run({ work: 'sayLimits' })).toEqual({ variables: [], megabytes: 100 });
  expect(await thread.externalMemory()).toBeGreaterThan(0);
});

test("lets the process end while a thread is idle, and drops a silent thread's output", async () => {
  const program = `
    import { TaskThread } from ${JSON.stringify(new URL('./task-thread.ts', import.meta.url))};
    const file = new URL(${JSON.stringify(file)});
    await new TaskThread(file, { silent: true }).run({ work: 'print' });
    await new TaskThread(file, { idleTime: 600_000 }).run({ work: 'print' });
  `;
  const args = ['--input-type=module', '--eval', program];
  const ended = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
  expect(ended).toEqual({ stdout: 'printed by the thread\n', stderr: 'printed by the thread\n' });
});
