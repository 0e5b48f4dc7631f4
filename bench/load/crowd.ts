import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { CrowdOrder, CrowdState } from './crowd-process.ts';

export interface Crowd {
  readonly pid: number;
  state: () => Promise<CrowdState>;
  stop: () => Promise<void>;
}

/** Settles when all streams are open and all slow clients have begun. */
export async function openCrowd(order: CrowdOrder): Promise<Crowd> {
  const child = fork(join(import.meta.dirname, 'crowd-process.ts'));
  const ended = once(child, 'exit');
  const answerTo = async <Answer>(message: CrowdOrder | 'state'): Promise<Answer> => {
    child.send(message);
    const [answer] = await Promise.race([
      once(child, 'message'),
      ended.then(() => {
        throw new Error('The process of the streams and slow clients has ended.');
      }),
    ]);
    return answer as Answer;
  };
  await answerTo<'open'>(order);
  return {
    pid: child.pid ?? 0,
    state: () => answerTo<CrowdState>('state'),
    async stop() {
      child.send('stop');
      await ended;
    },
  };
}
