import { setImmediate as nextTurn } from 'node:timers/promises';
import { resourceLimits, threadId } from 'node:worker_threads';
import { answerTasks } from './answer-tasks.ts';

const works = {
  sayThread: () => threadId,
  sayLimits: () => ({
    variables: Object.keys(process.env),
    megabytes: resourceLimits.maxOldGenerationSizeMb,
  }),
  fail: () => {
    throw Object.assign(new Error('The connection was refused.'), { code: 'ECONNREFUSED' });
  },
  exit: () => process.exit(0),
  waitForNothing: () => new Promise(() => {}),
  answerWithFunction: () => () => {},
  countForever: (counter: Int32Array) => {
    for (;;) Atomics.add(counter, 0, 1);
  },
  waitForOne: async (shared: Int32Array) => {
    while (Atomics.load(shared, 0) !== 1) await nextTurn();
  },
  print: () => {
    process.stdout.write('printed by the thread\n');
    process.stderr.write('printed by the thread\n');
  },
};

export interface TestTask {
  work: keyof typeof works;
  shared?: Int32Array;
}

answerTasks<TestTask, unknown>(({ work, shared = new Int32Array() }) => works[work](shared));
