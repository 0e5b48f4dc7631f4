import { afterEach } from 'vitest';
import { createLog, type Logger } from '../../server/platform/log.ts';

/** A log of errors for a test file, printed for a test that fails: what tests provoke would hide what others report. */
export function logOfFailures(): Logger {
  let lines: string[] = [];
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(lines.join(''));
    lines = [];
  });
  return createLog({ logLevel: 'error' }, { write: (line) => void lines.push(line) });
}
