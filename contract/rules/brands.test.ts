import { expect, test } from 'vitest';
import { providerSchema } from '../provider.ts';
import {
  type BrandValues,
  colorProblem,
  contrastText,
  emptyBrand,
  sharedBrand,
  withBrand,
} from './brands.ts';

const offer = { refer: 'https://post.example/refer', details: null, reward: 50, cards: 100 };
const provider = providerSchema.parse({
  name: 'Post & Sons',
  logo: '/post.png',
  supportAddress: 'help@post.example',
  referral: offer,
  colors: { primary: '#004e8a' },
});
const shown = ({ name, logo, colors, supportAddress, referral }: typeof provider) => ({
  name,
  logo,
  color: colors.primary,
  supportAddress,
  referral,
});

test.each<[what: string, values: Partial<BrandValues>, differs: Partial<ReturnType<typeof shown>>]>([
  ['nothing', {}, {}],
  ['a name, and so no logo of the other name', { name: 'North' }, { name: 'North', logo: null }],
  ['the same name', { name: 'Post & Sons' }, {}],
  ['a name and a logo', { name: 'North', logoId: 'ab' }, { name: 'North', logo: '/api/data/brand-logos/ab' }],
  ['a logo', { logoId: 'ab' }, { logo: '/api/data/brand-logos/ab' }],
  ['a color', { color: '#1b5e20' }, { color: '#1b5e20' }],
  ['a support address', { supportAddress: 'hi@north.example' }, { supportAddress: 'hi@north.example' }],
  ['no referral offer', { referral: false }, { referral: null }],
  ['an offer of its own', { referral: { ...offer, reward: 5 } }, { referral: { ...offer, reward: 5 } }],
])('a brand with %s has the rest from the provider', (_what, values, differs) => {
  expect(shown(withBrand(provider, { ...emptyBrand, ...values }))).toEqual({
    ...shown(provider),
    ...differs,
  });
});

test('a brand without values has none of an offer that is not there', () => {
  expect(withBrand({ ...provider, referral: null }, emptyBrand).referral).toBeNull();
});

test.each<[brands: (string | null)[], shared: string | null]>([
  [[], null],
  [[null], null],
  [['north'], 'north'],
  [['north', 'north'], 'north'],
  [['north', 'south'], null],
  [['north', null], null],
])('a person of offices with the brands %j has the brand %j', (brands, shared) => {
  expect(sharedBrand(brands)).toBe(shared);
});

test.each([
  ['#b5006e', null],
  ['#767676', null],
  ['#004e8a', null],
  ['#777777', 'White text on this color has a contrast of 4.4 to 1. It needs 4.5 to 1, as #757575 has.'],
  ['#ffdd00', 'White text on this color has a contrast of 1.3 to 1. It needs 4.5 to 1, as #857300 has.'],
  ['red', 'Use a color such as #b5006e.'],
  ['#b5006', 'Use a color such as #b5006e.'],
  ['', 'Use a color such as #b5006e.'],
])('the color %j: %j', (color, problem) => {
  expect(colorProblem(color)).toBe(problem);
});

test('says the contrast of a color', () => {
  expect(contrastText('#004e8a')).toBe('White text on it has a contrast of 8.5 to 1.');
});
