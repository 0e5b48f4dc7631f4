import { join } from 'node:path';
import type { ESTree, Plugin } from 'vite';

type Node = ESTree.Node;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const serverParts: ReadonlySet<string> = new Set(['params', 'query', 'body', 'reply', 'summary']);

const plainValues: ReadonlySet<string> = new Set([
  'Literal',
  'ArrowFunctionExpression',
  'FunctionExpression',
]);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node) as unknown[]) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isNode(child)) walk(child, visit);
  }
}

function routeEdits(node: Node): Edit[] {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'route')
    return [];
  const [definition] = node.arguments;
  if (definition?.type !== 'ObjectExpression') return [];
  return definition.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' && serverParts.has(property.key.name)
      ? [{ start: property.start, end: property.end, text: `${property.key.name}: undefined` }]
      : [],
  );
}

/** Marks a constant's value as pure, so that the bundler drops it if nothing uses the constant. */
function constantEdits(node: Node): Edit[] {
  const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ init }) =>
    init && !plainValues.has(init.type)
      ? [
          { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
          { start: init.end, end: init.end, text: '))()' },
        ]
      : [],
  );
}

function withEdits(code: string, edits: readonly Edit[]): string {
  let text = '';
  let from = 0;
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    text += code.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return text + code.slice(from);
}

const schemasWithoutEval = join(import.meta.dirname, 'schemas-without-eval.ts');
const serverSchemas = join(import.meta.dirname, 'server-schemas.ts');

/** Removes schemas from the web app, which needs only types. Pages would create hundreds of them at startup. */
export function contractSchemas(contract: string): Plugin {
  return {
    name: 'mailcall:contract-schemas',
    // unit tests check the web app against the schemas
    apply: (_, { mode }) => mode !== 'test',
    enforce: 'post',
    resolveId: {
      order: 'pre',
      handler(source, importer) {
        if (source === 'zod/mini') return schemasWithoutEval;
        return source === 'zod' && importer?.startsWith(contract) ? serverSchemas : null;
      },
    },
    transform(code, id) {
      if (!id.startsWith(contract)) return null;
      const program = this.parse(code);
      const edits = program.body.flatMap(constantEdits);
      walk(program, (node) => edits.push(...routeEdits(node)));
      return { code: withEdits(code, edits), map: null };
    },
  };
}
