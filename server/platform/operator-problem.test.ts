import { expect, test } from 'vitest';
import { OperatorProblem, unreadableProblem } from './operator-problem.ts';

const systemError = (code: string) => Object.assign(new Error(`${code}: of the system`), { code });

test.each([
  ['scans.csv', systemError('ENOENT'), 'scans.csv cannot be read (ENOENT).'],
  ['The mapping mapping.yaml', systemError('EACCES'), 'The mapping mapping.yaml cannot be read (EACCES).'],
  ['The folder /feed', new Error('of no code'), 'The folder /feed cannot be read (unknown error).'],
])('says that %s cannot be read, and why', (named, error, message) => {
  const problem = unreadableProblem(named, error);
  expect(problem).toBeInstanceOf(OperatorProblem);
  expect(problem.message).toBe(message);
});
