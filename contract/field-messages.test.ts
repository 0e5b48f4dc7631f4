import { expect, test } from 'vitest';
import { z } from 'zod';
import { allRoutes } from './api.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

const wrongValues: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  1.5,
  1e12,
  '',
  'x',
  'x'.repeat(20_000),
  {},
  [],
  ['x', 5],
  Array.from({ length: 20_000 }, () => 'x'),
];

function wrongInputs(schema: JsonSchema): unknown[] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
    wrongInputs(part as JsonSchema).map((value) => ({ [name]: value })),
  );
  const items = schema.items ? wrongInputs(schema.items as JsonSchema).map((value) => [value]) : [];
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((option) => wrongInputs(option));
  return [...wrongValues, ...fields, ...items, ...options];
}

const validatorEnglish =
  /expected|received|^Too (big|small)|Unrecognized|^Invalid (input|option|string|number|key|value|discriminator|UUID|URL|ISO|email address)/i;

const messagesOf = (schema: z.ZodType): string[] => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const messages = wrongInputs(json).flatMap((input) =>
    (schema.safeParse(input).error?.issues ?? [])
      .filter(({ code }) => code !== 'unrecognized_keys')
      .map(({ message }) => message),
  );
  return [...new Set(messages)];
};

const parts = allRoutes.flatMap((route) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part] as z.ZodType | undefined;
    return schema ? [{ where: `${route.method} ${route.path} ${part}`, schema }] : [];
  }),
);

test('shows no default message of the validator on any route', () => {
  const found = parts.flatMap(({ where, schema }) =>
    messagesOf(schema)
      .filter((message) => validatorEnglish.test(message))
      .map((message) => `${where}: ${message}`),
  );
  expect(parts.length).toBeGreaterThan(60);
  expect(found).toEqual([]);
});

const firstMessage = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

test.each<[schema: z.ZodType, value: unknown, message: string]>([
  [z.object({ email: z.string() }), {}, 'This field is required.'],
  [z.object({ email: z.string() }), { email: null }, 'This field is required.'],
  [z.object({ side: z.enum(['front', 'back']) }), {}, 'This field is required.'],
  [z.string().min(1), '', 'This field is required.'],
  [z.string(), 5, 'Enter text.'],
  [z.number(), 'x', 'Enter a number.'],
  [z.int(), 1.5, 'Enter a whole number.'],
  [z.boolean(), 'x', 'Use true or false.'],
  [z.array(z.string()), 'x', 'Send a list.'],
  [z.object({}), [], 'Send an object with named fields.'],
  [z.object({}), undefined, 'Send an object with named fields.'],
  [z.enum(['front', 'back']), 'left', 'Use one of front, back.'],
  [z.literal('x'), 'y', 'Use x.'],
  [
    z.enum(Array.from({ length: 21 }, (_, at) => `option ${at}`)),
    'x',
    'Use one of the values that this field takes.',
  ],
  [z.string().min(6), 'x', 'Use at least 6 characters.'],
  [z.string().max(2000), 'x'.repeat(2001), 'Use at most 2,000 characters.'],
  [z.array(z.string()).min(1), [], 'This field is required.'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Use at most 2 values.'],
  [z.number().min(0), -1, 'Use at least 0.'],
  [z.number().positive(), 0, 'Use more than 0.'],
  [z.number().lt(5), 5, 'Use less than 5.'],
  [z.number().multipleOf(5), 6, 'Use a multiple of 5.'],
  [z.email(), 'x', 'Enter an email address.'],
  [z.string().regex(/^a$/), 'x', 'This text does not have the format of this field.'],
  [z.union([z.number(), z.boolean()]), 'x', 'This value has the wrong type for this field.'],
  [z.string({ error: 'Say why.' }), 5, 'Say why.'],
])('%# says what would be right for wrong input', (schema, value, message) => {
  expect(firstMessage(schema, value)).toBe(message);
});
