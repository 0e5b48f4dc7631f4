import { type ErrorCode, LineCounter, parseDocument, isMap, isScalar, type Document } from 'yaml';
import { z } from 'zod';
import { OperatorProblem } from '../../platform/operator-problem.ts';

type Path = readonly PropertyKey[];

const name = z.string().min(1).max(200);
const constant = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** A text is an expression, a number or a boolean a constant. */
const columnSchema = z.preprocess(
  (given) =>
    typeof given === 'string'
      ? { value: given }
      : typeof given === 'number' || typeof given === 'boolean'
        ? { constant: given }
        : given,
  z.strictObject({
    value: z.string().min(1).max(10_000).optional(),
    column: name.optional(),
    constant: constant.optional(),
    lookup: name.optional(),
    take: name.optional(),
    map: z.record(z.string(), constant).optional(),
    otherwise: constant.optional(),
    date: name.optional(),
    zone: name.optional(),
    phone: z.literal(true).optional(),
  }),
);

const documentSchema = z.strictObject({
  version: z.literal(1),
  zone: name.optional(),
  source: z.enum(['feed', 'telephony']).optional(),
  lookups: z.record(name, z.strictObject({ from: name, key: name })).optional(),
  files: z.record(
    name,
    z.strictObject({
      from: name,
      where: z.string().min(1).max(10_000).optional(),
      columns: z.record(name, columnSchema),
    }),
  ),
});
export type MappingDocument = z.infer<typeof documentSchema>;
export type ColumnDocument = z.infer<typeof columnSchema>;

export class MappingPlaces {
  readonly #path: string;
  readonly #document: Document.Parsed;
  readonly #lines: LineCounter;

  constructor(path: string, document: Document.Parsed, lines: LineCounter) {
    this.#path = path;
    this.#document = document;
    this.#lines = lines;
  }

  /** Of the value or the nearest one: `mapping.yaml:12`. */
  of(path: Path): string {
    let node: unknown = this.#document.contents;
    let offset = 0;
    for (const step of path) {
      if (!isMap(node)) break;
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (!pair) break;
      offset = (isScalar(pair.key) && pair.key.range?.[0]) || offset;
      node = pair.value;
    }
    return this.at(offset);
  }

  at(offset: number): string {
    return `${this.#path}:${this.#lines.linePos(offset).line}`;
  }

  problem(path: Path, message: string): OperatorProblem {
    return new OperatorProblem(`${this.of(path)}: ${message}`);
  }
}

const quotesNeeded =
  'An expression that begins with a quote, a backtick, { or [, or contains ": " or " #", needs quotes around it.';
/** For errors whose messages use YAML's terms instead of the typed text. */
const advices: Partial<Record<ErrorCode, string>> = {
  BAD_SCALAR_START: quotesNeeded,
  MULTILINE_IMPLICIT_KEY: 'A name needs a colon and a space behind it.',
  BLOCK_AS_IMPLICIT_KEY: quotesNeeded,
  UNEXPECTED_TOKEN: quotesNeeded,
};
const adviceFor = (code: ErrorCode) => {
  const advice = advices[code];
  return advice === undefined ? '' : `. ${advice}`;
};

/** `path` is for messages. @throws {OperatorProblem} with the line of the first problem */
export function readMappingDocument(
  path: string,
  text: string,
): { document: MappingDocument; places: MappingPlaces } {
  const lines = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const places = new MappingPlaces(path, parsed, lines);
  const [error] = parsed.errors;
  if (error)
    throw new OperatorProblem(`${places.at(error.pos[0])}: ${error.message}${adviceFor(error.code)}`);
  const read = documentSchema.safeParse(parsed.toJS({ maxAliasCount: 100 }));
  if (read.success) return { document: read.data, places };
  const { issues } = read.error;
  // a misspelled setting also counts as a missing one
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys : [];
  const where = [...(issue?.path ?? []), ...keys.slice(0, 1)];
  const what =
    keys.length > 0
      ? `there is no setting ${keys[0]} here`
      : `${where.join('.') || 'the mapping'}: ${issue?.message}`;
  throw places.problem(where, `${what.replace(/\.$/, '')}.`);
}
