import type { Provider, ReferralOffer } from '../provider.ts';
import { contrast, darkenedColor, minContrast } from './contrast.ts';

/** Row with the values of the provider itself, from which brands have what they leave empty. */
export const ownBrandId = 'provider';
export const maxBrands = 100;

/** Values that people set for a brand; null takes the provider's. */
export interface BrandValues {
  name: string | null;
  /** https origin, such as https://portal.north.example. */
  origin: string | null;
  logoId: string | null;
  /** `#rrggbb`. */
  color: string | null;
  senderName: string | null;
  senderAddress: string | null;
  supportAddress: string | null;
  /** False for none. */
  referral: ReferralOffer | false | null;
}

export const emptyBrand: BrandValues = {
  name: null,
  origin: null,
  logoId: null,
  color: null,
  senderName: null,
  senderAddress: null,
  supportAddress: null,
  referral: null,
};

export const logoPath = (id: string): string => `/api/data/brand-logos/${id}`;

/** A logo shows a name: it is the other's only if the name is. */
export function withBrand<
  Shown extends Pick<Provider, 'name' | 'logo' | 'colors' | 'supportAddress' | 'referral'>,
>(
  provider: Shown,
  {
    name,
    logoId,
    color,
    supportAddress,
    referral,
  }: Omit<BrandValues, 'origin' | 'senderName' | 'senderAddress'>,
): Shown {
  const otherName = name !== null && name !== provider.name;
  return {
    ...provider,
    name: name ?? provider.name,
    logo: logoId === null ? (otherName ? null : provider.logo) : logoPath(logoId),
    colors: { ...provider.colors, ...(color !== null && { primary: color }) },
    supportAddress: supportAddress ?? provider.supportAddress,
    referral: referral === null ? provider.referral : referral || null,
  };
}

/** The one brand of a person's offices; the provider's own if they have several. */
export function sharedBrand(brandIds: readonly (string | null)[]): string | null {
  const [first = null, ...others] = new Set(brandIds);
  return others.length === 0 ? first : null;
}

const isHexColor = (text: string): boolean => /^#[0-9a-fA-F]{6}$/.test(text);

// rounded down: a ratio of 4.49 must not read as the 4.5 that is needed
const inWords = (ratio: number) => `${Math.floor(ratio * 10) / 10} to 1`;

/** Null if buttons in this color carry white text legibly. */
export function colorProblem(color: string): string | null {
  if (!isHexColor(color)) return 'Use a color such as #b5006e.';
  const ratio = contrast(color, '#ffffff');
  if (ratio >= minContrast) return null;
  return `White text on this color has a contrast of ${inWords(ratio)}. It needs ${minContrast} to 1, as ${darkenedColor(color)} has.`;
}

export const contrastText = (color: string): string =>
  `White text on it has a contrast of ${inWords(contrast(color, '#ffffff'))}.`;
