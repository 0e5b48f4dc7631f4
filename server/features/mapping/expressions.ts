import jsonata from 'jsonata';

/** Functions with varying results, or that run text: a second import of the same export must change nothing. */
const refusedFunctions = new Set(['eval', 'now', 'millis', 'random', 'shuffle']);

export interface Expression {
  text: string;
  /** Names that it reads of the row; null for the whole row. */
  names: readonly string[] | null;
  /** Its meaning without JSONata: a constant, or the value of one name. */
  plain: { constant: string } | { column: string } | null;
}

export class ExpressionProblem extends Error {
  override readonly name = 'ExpressionProblem';
}

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !(value instanceof RegExp);

function* nodesOf(value: unknown, seen = new WeakSet<object>()): Generator<Node> {
  if (!isNode(value) || seen.has(value)) return;
  seen.add(value);
  if (!Array.isArray(value)) yield value;
  for (const part of Object.values(value)) yield* nodesOf(part, seen);
}

/** Functions that take an object, and the number of arguments from which they do not take the row instead. */
const argumentsOfFunctions: ReadonlyMap<string, number> = new Map([
  ['string', 1],
  ['boolean', 1],
  ['not', 1],
  ['type', 1],
  ['keys', 1],
  ['spread', 1],
  ['lookup', 2],
  ['each', 2],
  ['sift', 2],
]);

/** True if a call names no object. */
function takesRow({ type, procedure, arguments: given }: Node): boolean {
  if (type !== 'function' || !isNode(procedure) || procedure['type'] !== 'variable') return false;
  const least = argumentsOfFunctions.get(String(procedure['value'])) ?? 0;
  return (given as unknown[]).length < least;
}

/** False if the node reads the whole row. */
function addNames(value: unknown, names: Set<string>): boolean {
  if (Array.isArray(value)) return value.map((part) => addNames(part, names)).every(Boolean);
  if (!isNode(value)) return true;
  if (takesRow(value)) return false;
  if (value['type'] === 'variable') return value['value'] !== '' && value['value'] !== '$';
  if (['wildcard', 'descendant', 'parent', 'transform'].includes(String(value['type']))) return false;
  if (value['type'] !== 'path') {
    return Object.values(value)
      .map((part) => addNames(part, names))
      .every(Boolean);
  }
  // the other parts are in another context: only $$ would lead back to the row
  const [first, ...rest] = value['steps'] as Node[];
  const later = [...rest, first?.['stages'], value['group']];
  for (const node of nodesOf(later)) {
    if (node['type'] === 'variable' && node['value'] === '$') return false;
    if (node['type'] === 'parent') return false;
  }
  if (first?.['type'] === 'name') names.add(String(first['value']));
  else return addNames(first, names);
  return true;
}

function plainOf(tree: Node): Expression['plain'] {
  if (tree['type'] === 'string' || tree['type'] === 'number') return { constant: String(tree['value']) };
  if (tree['type'] === 'value')
    return { constant: tree['value'] === null ? '' : JSON.stringify(tree['value']) };
  const steps = tree['steps'] as Node[] | undefined;
  const [only] = steps ?? [];
  const isName =
    tree['type'] === 'path' &&
    steps?.length === 1 &&
    Object.keys(tree).length === 2 &&
    only?.['type'] === 'name' &&
    Object.keys(only).length === 3;
  return isName ? { column: String(only['value']) } : null;
}

/** @throws {ExpressionProblem} if it cannot be parsed, or uses a function that mappings cannot use */
export function readExpression(text: string): Expression {
  let tree: Node;
  try {
    tree = jsonata(text).ast() as unknown as Node;
  } catch (error) {
    const { message, position } = error as { message: string; position?: number };
    throw new ExpressionProblem(
      `is not a JSONata expression${position === undefined ? '' : `, at character ${position}`}: ${message}`,
    );
  }
  for (const { type, value } of nodesOf(tree)) {
    if (type === 'variable' && refusedFunctions.has(String(value)))
      throw new ExpressionProblem(
        `uses $${String(value)}, which a mapping cannot use: the same export must always give the same rows`,
      );
  }
  const names = new Set<string>();
  const known = addNames(tree, names);
  return { text, names: known ? [...names] : null, plain: plainOf(tree) };
}
