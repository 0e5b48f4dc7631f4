import { afterEach } from 'vitest';
import { createLog, type Logger } from '../../server/platform/log.ts';

/** Error log of a test file, printed only if a test fails; expected errors would hide real ones. */
export function logOfFailures(): Logger {
  let lines: string[] = [];
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(lines.join(''));
    lines = [];
  });
  return createLog({ logLevel: 'error' }, { write: (line) => void lines.push(line) });
}
