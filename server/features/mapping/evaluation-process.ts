import { Worker } from 'node:worker_threads';
import jsonata from 'jsonata';
import type { EvaluationRequest, ExpressionFailure, SentResult } from './evaluation.ts';
import { expressionFunctions, FunctionProblem } from './expression-functions.ts';

/** Evaluates expressions with a memory limit and a parent that ends it: no regular expression can be interrupted from within. */

const limits = { timeout: 100, stack: 500 };
const timeoutCode = 'D1012';
const maxLength = 1024 * 1024;

/** Ends this process after its parent was killed, even while an expression does not end. */
const watchParent = `
  const parent = ${process.ppid};
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1000);
`;

let expressions: jsonata.Expression[] = [];
let hasFilter = false;

class Failure extends Error {}

function prepared(text: string): jsonata.Expression {
  const expression = jsonata(text, limits);
  for (const [name, implementation] of Object.entries(expressionFunctions))
    expression.registerFunction(name, implementation);
  return expression;
}

async function valueOf(expression: jsonata.Expression, row: Record<string, unknown>): Promise<unknown> {
  const value: unknown = await expression.evaluate(row);
  const found = value as Record<string, unknown> | undefined;
  if (found?.['_jsonata_lambda'] || found?.['_jsonata_function'])
    throw new Failure('gives a function instead of a value');
  const text = typeof value === 'object' ? JSON.stringify(value) : value;
  if (typeof text === 'string' && text.length > maxLength)
    throw new Failure('gives more than a million characters');
  return value;
}

/** JSONata's own messages can repeat a row's data. */
function reasonOf(error: unknown): string {
  if (error instanceof Failure || error instanceof FunctionProblem) return error.message;
  const { code, position } = error as { code?: string; position?: number };
  if (code === timeoutCode) return `took longer than ${limits.timeout} ms`;
  return `could not be evaluated (JSONata ${code ?? 'error'}${position === undefined ? '' : `, at character ${position}`})`;
}

async function evaluateOne(
  at: number,
  row: Record<string, unknown>,
): Promise<{ value: unknown } | { reason: string }> {
  const expression = expressions[at] as jsonata.Expression;
  try {
    return { value: await valueOf(expression, row) };
  } catch (error) {
    if ((error as { code?: string }).code !== timeoutCode) return { reason: reasonOf(error) };
  }
  // a busy machine can stop the process for longer than the timeout
  try {
    return { value: await valueOf(expression, row) };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

async function evaluateRow(row: Record<string, unknown>, only?: number): Promise<SentResult> {
  const values: unknown[] = [];
  const without: number[] = [];
  const failures: ExpressionFailure[] = [];
  const positions = only === undefined ? expressions.keys() : [only];
  for (const at of positions) {
    const result = await evaluateOne(at, row);
    const value = 'reason' in result ? undefined : result.value;
    if (at === 0 && hasFilter) {
      if ('reason' in result) return { filterFailed: result.reason };
      if (value === false || (value ?? null) === null) return { leftOut: true };
      if (value !== true) return { filterFailed: 'must be true or false' };
    }
    if ('reason' in result) failures.push({ at, reason: result.reason });
    if (value === undefined) without.push(values.length);
    values.push(value ?? null);
  }
  return failures.length === 0 ? { values, without } : { values, without, failures };
}

async function answer(request: EvaluationRequest): Promise<void> {
  if ('expressions' in request) {
    expressions = request.expressions.map(prepared);
    ({ hasFilter } = request);
    process.send?.([]);
    return;
  }
  const results: SentResult[] = [];
  for (const row of request.rows) results.push(await evaluateRow(row, request.only));
  process.send?.(results);
}

// the parent ends this process, also after Ctrl-C
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());
process.on('message', (request) => void answer(request as EvaluationRequest));
new Worker(watchParent, { eval: true }).unref();
