import { z } from 'zod';
import { publicProviderSchema } from './provider.ts';
import { type BrandValues, colorProblem, maxBrands } from './rules/brands.ts';
import { isEmail, maxEmailLength } from './rules/email.ts';
import { route } from './wire/route.ts';

const nothing = z.strictObject({});
const brandId = z.string().min(1, 'Name the brand.').max(100, 'Use at most 100 characters.');
const ofBrand = z.object({ id: brandId });

const name = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(80, 'Use at most 80 characters.')
  // a mail program would read a line break or an address as something else
  .regex(/^[^\p{Cc}<>"@]*$/u, 'Use a name without <, >, @ and ".')
  .nullable();
const email = z
  .string()
  .trim()
  .max(maxEmailLength, `Use at most ${maxEmailLength} characters.`)
  .refine(isEmail, 'Use an email address.')
  .nullable();
const link = z
  .url({ protocol: /^https?$/, error: 'Use an https address.' })
  .max(2000, 'Use at most 2,000 characters.')
  .nullable();
const amount = z
  .int({ error: 'Use a whole number up to 100,000.' })
  .min(0, 'Use a whole number up to 100,000.')
  .max(100_000, 'Use a whole number up to 100,000.');

const brandValuesSchema = z.strictObject({
  name,
  origin: z.string().max(200, 'Use at most 200 characters.').nullable(),
  logoId: z
    .string()
    .max(64, 'Upload the logo again.')
    .regex(/^[0-9a-f]{64}$/, 'Upload the logo again.')
    .nullable(),
  color: z
    .string()
    .max(20, 'Use a color such as #b5006e.')
    .superRefine((color, context) => {
      const problem = colorProblem(color);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    })
    .nullable(),
  senderName: name,
  senderAddress: email,
  supportAddress: email,
  referral: z
    .union([z.literal(false), z.strictObject({ refer: link, details: link, reward: amount, cards: amount })])
    .nullable(),
}) satisfies z.ZodType<BrandValues>;

export const brandSchema = z.object({
  id: z.string(),
  values: z.object(brandValuesSchema.shape),
  /** Accounts that name it themselves. */
  officesCount: z.int().min(0),
});
export type Brand = z.output<typeof brandSchema>;

export const listBrands = route({
  service: 'data',
  method: 'GET',
  path: '/provider/brands',
  access: 'team',
  summary:
    'Lists the values of the provider, whose id is `provider`, then the brands by name, with what the operator configured.',
  reply: z.object({
    records: z.array(brandSchema).max(maxBrands + 1),
    /** Values of the PROVIDER setting. */
    setting: z.object(publicProviderSchema.shape),
    /** Addresses that a brand can have. */
    origins: z.array(z.string()),
    publicUrl: z.string(),
    /** Sends mails of brands without an address of their own. */
    mailFrom: z.string(),
  }),
});
export type Branding = z.output<typeof listBrands.reply>;

export const addBrand = route({
  service: 'data',
  method: 'POST',
  path: '/provider/brands',
  access: 'team',
  summary: 'Adds a brand, which needs a name. 422 names wrong values by field.',
  body: z.strictObject({ values: brandValuesSchema }),
  reply: z.object({ id: z.string() }),
});

export const saveBrand = route({
  service: 'data',
  method: 'PUT',
  path: '/provider/brands/:id',
  access: 'team',
  summary:
    'Changes values of the provider or of a brand. 422 names wrong values, and values that another person changed, by field.',
  params: ofBrand,
  /** `before`: the values that the page showed, of the same fields. */
  body: z.strictObject({
    values: brandValuesSchema.partial(),
    before: z.strictObject(brandValuesSchema.shape).partial(),
  }),
  reply: nothing,
});

export const removeBrand = route({
  service: 'data',
  method: 'DELETE',
  path: '/provider/brands/:id',
  access: 'team',
  summary: 'Removes a brand. Its accounts have that of their group again, or the provider’s own.',
  params: ofBrand,
  reply: nothing,
});

/** Bytes. */
export const maxLogoSize = 2 * 1024 * 1024;

export const addLogo = route({
  service: 'data',
  method: 'POST',
  path: '/provider/brand-logos',
  access: 'team',
  summary: 'Stores a PNG, JPEG or WebP picture as a logo. 422 says what is wrong with it.',
  bodyFormat: 'file',
  reply: z.object({ id: z.string() }),
});

export const showLogo = route({
  service: 'data',
  method: 'GET',
  path: '/brand-logos/:id',
  access: 'public',
  summary: 'Returns a logo as PNG, for pages and mails.',
  params: z.object({ id: z.string().max(64, 'Use at most 64 characters.') }),
  reply: z.unknown(),
  replyFormat: 'binary',
});

const choiceSchema = z.object({ id: z.string(), name: z.string() });

export const officeBrand = route({
  service: 'data',
  method: 'GET',
  path: '/provider/offices/:id/brand',
  access: 'account-manager',
  summary: 'Returns the brand of an account, and those that it can have.',
  params: z.object({ id: z.string().min(1, 'Name the office.').max(200, 'Use at most 200 characters.') }),
  reply: z.object({
    /** Null: that of its group, or the provider’s own. */
    brandId: z.string().nullable(),
    inherited: choiceSchema,
    /** The provider’s own first. */
    choices: z.array(choiceSchema).max(maxBrands + 1),
  }),
});

export const chooseOfficeBrand = route({
  service: 'data',
  method: 'PUT',
  path: '/provider/offices/:id/brand',
  access: 'account-manager',
  summary: 'Gives an account a brand, or with null that of its group. 422 if another person changed it.',
  params: officeBrand.params,
  body: z.strictObject({ brandId: brandId.nullable(), before: brandId.nullable() }),
  reply: nothing,
});
