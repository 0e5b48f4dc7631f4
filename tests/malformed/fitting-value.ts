import { passwordRealmGrant } from '@mailcall/contract/identity.ts';
import type { JsonSchema } from '../../server/platform/http/openapi.ts';
import type { Choice } from './choice.ts';
import { foreignIds, idsNamed, type KnownIds, unknownUuid } from './known-ids.ts';
import { missedScore } from './scored-calls.ts';

export interface Place {
  path: string;
  known: KnownIds;
  /** Whether ids of the other office may be named, too. */
  foreign: boolean;
}

const asSchema = (part: unknown): JsonSchema =>
  typeof part === 'object' && part !== null ? (part as JsonSchema) : {};

const texts = [
  '2026-03-01',
  '2026-03-01T15:00:00.000Z',
  'Ann',
  'ann@people.test',
  '+13035550101',
  'Correct-Horse-1',
  'rail-main',
  '1,2',
];

const explanation = 'The recording says so.';

/** Values of fields that are read in a form of their own, or mean something that the office has. */
const valuesOf: Readonly<Record<string, readonly (string | number | object)[]>> = {
  color: ['#1f6feb'],
  names: ['answeredBy', 'mediaType'],
  grant_type: [passwordRealmGrant, 'refresh_token'],
  realm: ['password', 'limited-access'],
  client_id: ['mailcall-web'],
  audience: ['mailcall'],
  username: ['olga@people.test'],
  email: ['olga@people.test', 'ann@people.test'],
  phoneNumber: ['+13035550102'],
  password: ['Correct-Horse-1'],
  oldPassword: ['Wrong-Horse-1'],
  newPassword: ['Brand-New-2026'],
  callbackHandler: ['own-staff'],
  call: ['own-call'],
  contactId: ['nora', 'olga', 'paula'],
  opens: [480],
  closes: [1020],
  version: [0, 1, 2],
  revision: [1, 2],
  values: [missedScore],
  rubric: ['1'],
  people: ['sue'],
  dueOn: ['2030-01-01'],
  reason: [explanation],
  note: [explanation],
  answer: [explanation],
};

function fittingText(
  schema: JsonSchema,
  name: string,
  choice: Choice,
  { path, known, foreign }: Place,
): string {
  if (schema.format === 'date-time') return '2026-03-01T15:00:00.000Z';
  const named = choice.oneIn(foreign ? 8 : 20) ? [] : idsNamed(name, path, known);
  const ids = Object.values(known).flat();
  const all = [...(foreign ? foreignIds : []), ...ids, ...texts, unknownUuid];
  const { pattern, maxLength = Number.POSITIVE_INFINITY } = schema;
  const fits = (text: string) =>
    text.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(text));
  const fittingNamed = named.filter(fits);
  if (fittingNamed.length > 0) return choice.of(fittingNamed);
  const some = all.filter(fits);
  return choice.of(some.length > 0 ? some : all);
}

/** A value that fits a schema well enough to pass its first checks; texts are often existing ids. */
export function fittingValue(schema: JsonSchema, choice: Choice, place: Place, name = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return choice.of(schema.enum);
  const usual = valuesOf[name]?.filter(
    (value) => typeof value === (schema.type === 'integer' ? 'number' : schema.type),
  );
  if (usual && usual.length > 0 && !choice.oneIn(8)) return choice.of(usual);
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (options.length > 0) return fittingValue(asSchema(choice.of(options)), choice, place, name);
  if (schema.type === 'array')
    return Array.from({ length: 1 + choice.below(2) }, () =>
      fittingValue(asSchema(schema.items), choice, place, name),
    );
  if (schema.type === 'object' || schema.properties) {
    const required = new Set(schema.required);
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).flatMap(([field, part]) =>
        required.has(field) || choice.oneIn(2)
          ? [[field, fittingValue(asSchema(part), choice, place, field)]]
          : [],
      ),
    );
  }
  if (schema.type === 'integer') {
    const least = Math.max(0, schema.minimum ?? 0);
    return least + choice.below(Math.min(50, (schema.maximum ?? 50) - least + 1));
  }
  if (schema.type === 'number') return choice.below(100) / 100;
  if (schema.type === 'boolean') return choice.oneIn(2);
  if (schema.type === 'null') return null;
  return fittingText(schema, name, choice, place);
}
