import { parseSync, Visitor } from 'oxc-parser';
import { check } from 'recheck';

/** Prefix of a comment that permits a slow regular expression on its line or the next. A reason follows. */
const exceptionMark = '// safe pattern: ';

const compilingMethods = new Set(['match', 'matchAll', 'search']);

interface CallNode {
  start: number;
  callee: { type: string; name?: string; property?: { name?: string } };
  arguments: readonly { type: string; value?: unknown }[];
}

function compiles({ callee, arguments: [first] }: CallNode): boolean {
  if (callee.type === 'Identifier') return callee.name === 'RegExp';
  const isText = first?.type === 'TemplateLiteral' || typeof first?.value === 'string';
  return compilingMethods.has(callee.property?.name ?? '') && isText;
}

/** Limits are steps, not time, so that a busy machine gets the same result. At 30,000 characters quadratic time shows. */
const limits = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  maxAttackStringSize: 30_000,
  attackLimit: 15_000_000,
};

/** Repeats without a limit. An expression without one takes a limited number of steps at each character, so its time is linear. */
const unlimited = /[*+]|\{\d+,\}/;

/** Why a regular expression may be slow, or why recheck cannot decide; null if its time is linear. */
export async function slowness(source: string, flags: string): Promise<string | null> {
  if (!unlimited.test(source)) return null;
  const result = await check(source, flags, limits);
  if (result.status === 'safe') return null;
  if (result.status === 'unknown') return `recheck cannot tell (${result.error.kind})`;
  return `${result.complexity.summary} for ${result.attack.pattern}`;
}

interface FoundExpression {
  line: number;
  /** Null if it is built from a string. */
  pattern: { source: string; flags: string } | null;
}

function expressionsIn(path: string, text: string): FoundExpression[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const found: FoundExpression[] = [];
  const add = (start: number, pattern: FoundExpression['pattern']) =>
    found.push({ line: text.slice(0, start).split('\n').length, pattern });
  const addCompiled = (call: CallNode) => compiles(call) && add(call.start, null);
  new Visitor({
    Literal(node) {
      if ('regex' in node) add(node.start, { source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: (node) => void addCompiled(node as CallNode),
    CallExpression: (node) => void addCompiled(node as CallNode),
  }).visit(program);
  return found;
}

function exceptionsIn(text: string): Set<number> {
  const lines = text.split('\n');
  const excepted = lines.flatMap((line, index) => {
    if (!line.includes(exceptionMark) || line.trimEnd().endsWith(exceptionMark.trimEnd())) return [];
    if (!line.trim().startsWith('//')) return [index + 1];
    const after = lines.findIndex((next, at) => at > index && !next.trim().startsWith('//'));
    return [(after === -1 ? lines.length : after) + 1];
  });
  return new Set(excepted);
}

export async function slowExpressions(path: string, text: string): Promise<string[]> {
  const exceptions = exceptionsIn(text);
  const needed = new Set<number>();
  const problems: string[] = [];
  for (const { line, pattern } of expressionsIn(path, text)) {
    const why = pattern
      ? await slowness(pattern.source, pattern.flags)
      : 'a regular expression made of a text cannot be checked';
    if (why === null) continue;
    if (exceptions.has(line)) needed.add(line);
    else problems.push(`${path}:${line} ${pattern ? `/${pattern.source}/${pattern.flags}: ` : ''}${why}`);
  }
  const stale = [...exceptions].filter((line) => !needed.has(line));
  return [...problems, ...stale.map((line) => `${path}:${line} needs no exception`)];
}
