import { mapColors } from '@mailcall/contract/rules/map-colors.ts';
import { cities, homeTowns, type City } from './cities.ts';
import { areaCodes, fictionalNumber } from './households.ts';
import { Random } from './random.ts';
import { dayOf } from './local-time.ts';
import { newOfficePositions, officePositions, staffOf, type StaffMember } from './staff.ts';
import { dental } from './trade-dental.ts';
import { homeServices } from './trade-home-services.ts';
import { orthodontics } from './trade-orthodontics.ts';
import type { Trade } from './trade.ts';

/** Parent account of the dental offices; has no calls. */
export const dentalGroup = { id: 'silverwren', name: 'Silverwren Dental Group' } as const;

export const officeIds = {
  asheville: 'silverwren-asheville',
  boulder: 'silverwren-boulder',
  sacramento: 'silverwren-sacramento',
  orthodontics: 'copper-kite-orthodontics',
  homeServices: 'plover-and-pine',
} as const;

export interface Office {
  id: string;
  code: string;
  name: string;
  parentId: string | null;
  trade: Trade;
  city: City;
  address: string;
  latitude: number;
  longitude: number;
  color: string;
  areaCode: string;
  firstSuffix: number;
  numberCount: number;
  mainNumber: string;
  localCodes: readonly string[];
  staff: readonly StaffMember[];
  answerRate: number;
  hasMenu: boolean;
  /** Yearly. */
  growth: number;
  weight: number;
  /** Days since 1970. */
  joined: number;
}

export const firstDay = dayOf('2018-01-01');
/** Callers have the other numbers. */
const officeNumbersPerCode = 80;
const numbersPerOffice = { since2018: 40, lately: 20 } as const;
/** In a larger story, the additional offices joined lately. */
const maxOfficesSince2018 = 500;
export const maxOffices = 1000;
const daysSinceJoining = 280;

const colors = mapColors.map(({ color }) => color);
const streets = [
  'Birchwater Lane',
  'Old Quarry Road',
  'Kestrel Avenue',
  'Mill Pond Way',
  'Larkspur Street',
  'Harvest Boulevard',
];
const partsOfTown = [
  '',
  ' North',
  ' West',
  ' South',
  ' East',
  ' Midtown',
  ' Heights',
  ' Lakeside',
  ' Crossing',
  ' Riverside',
  ' Uptown',
  ' Old Town',
  ' Hillside',
  ' Parkway',
  ' Station',
  ' Gardens',
  ' Terrace',
];

const ownOffices = [
  {
    id: officeIds.asheville,
    code: 'avl',
    name: 'Silverwren Dental Asheville',
    parentId: dentalGroup.id,
    trade: dental,
    city: homeTowns.asheville,
    nearbyCodes: ['704', '336', '864', '980', '423'],
    firstMember: ['Marisol', 'Vega'],
    answerRate: 0.93,
    hasMenu: false,
    growth: 0.09,
    weight: 8600,
  },
  {
    id: officeIds.boulder,
    code: 'bou',
    name: 'Silverwren Dental Boulder',
    parentId: dentalGroup.id,
    trade: dental,
    city: homeTowns.boulder,
    nearbyCodes: ['720', '970', '719', '307', '308'],
    firstMember: ['Theo', 'Lindgren'],
    answerRate: 0.88,
    hasMenu: true,
    growth: 0.12,
    weight: 6000,
  },
  {
    id: officeIds.sacramento,
    code: 'sac',
    name: 'Silverwren Dental Sacramento',
    parentId: dentalGroup.id,
    trade: dental,
    city: homeTowns.sacramento,
    nearbyCodes: ['530', '707', '209', '925', '510'],
    firstMember: ['Priya', 'Raman'],
    answerRate: 0.84,
    hasMenu: true,
    growth: 0.06,
    weight: 5200,
  },
  {
    id: officeIds.orthodontics,
    code: 'cko',
    name: 'Copper Kite Orthodontics',
    parentId: null,
    trade: orthodontics,
    city: homeTowns.madison,
    nearbyCodes: ['414', '262', '920', '815', '715'],
    firstMember: ['Anneliese', 'Vanderwoude-Castellanos'],
    answerRate: 0.91,
    hasMenu: false,
    growth: 0.1,
    weight: 4700,
  },
  {
    id: officeIds.homeServices,
    code: 'pnp',
    name: 'Plover & Pine Home Services',
    parentId: null,
    trade: homeServices,
    city: homeTowns.tucson,
    nearbyCodes: ['602', '480', '623', '575', '505'],
    firstMember: null,
    answerRate: 0.86,
    hasMenu: true,
    growth: 0.15,
    weight: 5500,
  },
] as const;

export const ownOfficeCount = ownOffices.length;

/** Stories up to 500 offices with the same seed share their first offices. In larger ones, the others are small and joined lately. */
export function planOffices(count: number, today: number, seed: string): Office[] {
  const newcomers = count > maxOfficesSince2018;
  const reservedByCode = new Map<string, number>();
  const spareCodes = areaCodes.filter((code) => !cities.some((city) => city.areaCodes.includes(code)));
  const reserveNumbers = (codes: readonly string[], numberCount: number) => {
    const reservedOf = (code: string) => reservedByCode.get(code) ?? 0;
    const areaCode = [...codes, ...spareCodes].find(
      (code) => reservedOf(code) + numberCount <= officeNumbersPerCode,
    );
    if (areaCode === undefined) throw new Error(`A story can have at most ${maxOffices} offices.`);
    const firstSuffix = reservedOf(areaCode);
    reservedByCode.set(areaCode, firstSuffix + numberCount);
    return { areaCode, firstSuffix, numberCount };
  };
  const offices: Office[] = [];
  for (let at = 0; at < count; at += 1) {
    const own = ownOffices[at];
    const added = at - ownOfficeCount;
    const city = own?.city ?? cities[added % cities.length];
    if (!city) throw new Error('There are no cities to choose from.');
    const part = partsOfTown[Math.floor(added / cities.length)] ?? '';
    const id = own?.id ?? `silverwren-${String(added + 1).padStart(3, '0')}`;
    const random = new Random(`${seed}/office/${id}`);
    const trade = own?.trade ?? dental;
    const isNew = newcomers && !own;
    const numbers = reserveNumbers(
      city.areaCodes,
      isNew ? numbersPerOffice.lately : numbersPerOffice.since2018,
    );
    offices.push({
      id,
      code: own?.code ?? `o${String(added + 1).padStart(3, '0')}`,
      name:
        own?.name ??
        `Silverwren Dental ${city.name}${city.name === 'Portland' ? ` ${city.state}` : ''}${part}`,
      parentId: own ? own.parentId : dentalGroup.id,
      trade,
      city,
      address: `${random.integer(12, 940)} ${random.pick(streets)}, ${city.name}, ${city.state} ${city.zip}`,
      latitude: Number((city.latitude + random.between(-0.02, 0.02)).toFixed(5)),
      longitude: Number((city.longitude + random.between(-0.02, 0.02)).toFixed(5)),
      color: colors[at % colors.length] as string,
      ...numbers,
      mainNumber: fictionalNumber(numbers.areaCode, numbers.firstSuffix + numbers.numberCount - 1),
      localCodes: own
        ? [...own.city.areaCodes, ...own.nearbyCodes]
        : [...city.areaCodes, random.pick(areaCodes), random.pick(areaCodes)],
      staff: staffOf(id, trade, own?.firstMember ?? null, today, random, {
        positions: isNew ? newOfficePositions : officePositions,
      }),
      answerRate: own?.answerRate ?? random.between(0.8, 0.94),
      hasMenu: own?.hasMenu ?? random.chance(0.5),
      growth: own?.growth ?? random.between(0.03, 0.16),
      weight: own && count === ownOfficeCount ? own.weight : 1,
      joined: isNew ? Math.max(firstDay, today - daysSinceJoining) : firstDay,
    });
  }
  return offices;
}

export function reservedNumbersOf(offices: readonly Office[]): Map<string, number> {
  const reserved = new Map<string, number>();
  for (const office of offices) {
    reserved.set(
      office.areaCode,
      Math.max(reserved.get(office.areaCode) ?? 0, office.firstSuffix + office.numberCount),
    );
  }
  return reserved;
}
