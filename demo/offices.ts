import { cities, homeTowns, type City } from './cities.ts';
import { areaCodes, drawPerson, fictionalNumber } from './households.ts';
import { dayOf } from './local-time.ts';
import { Random } from './random.ts';
import { dental } from './trade-dental.ts';
import { homeServices } from './trade-home-services.ts';
import { orthodontics } from './trade-orthodontics.ts';
import type { Trade } from './trade.ts';

/** The parent account of the dental offices: it takes no calls itself. */
export const dentalGroup = { id: 'silverwren', name: 'Silverwren Dental Group' } as const;

/** Ids of the offices that the demo people see. */
export const officeIds = {
  asheville: 'silverwren-asheville',
  boulder: 'silverwren-boulder',
  sacramento: 'silverwren-sacramento',
  orthodontics: 'copper-kite-orthodontics',
  homeServices: 'plover-and-pine',
} as const;

/** One member of an office's staff and how they handle calls; shares are probabilities. */
export interface StaffMember {
  id: string;
  first: string;
  last: string;
  staffType: string | null;
  /** First and last day at the office, as days since 1970. */
  from: number;
  to: number;
  /** How much of the telephone they take, beside their colleagues. */
  share: number;
  /** How well they turn an opportunity into an appointment. */
  skill: number;
  asksForAppointment: number;
  asksForSource: number;
  asksForMore: number;
  goodImpression: number;
  placesOnHold: number;
  asksBeforeHold: number;
  /** Mean seconds on hold. */
  holdSeconds: number;
}

/** An office of the story. */
export interface Office {
  id: string;
  /** Short prefix of its calls' and campaigns' ids. */
  code: string;
  name: string;
  parentId: string | null;
  trade: Trade;
  city: City;
  address: string;
  latitude: number;
  longitude: number;
  color: string;
  /** Numbers of its tracking lines: 40 places of the fictional range of this area code, from `firstPlace`. */
  areaCode: string;
  firstPlace: number;
  /** Where tracking lines ring. */
  mainNumber: string;
  /** Area codes its neighbours call from. */
  localCodes: readonly string[];
  staff: readonly StaffMember[];
  /** Share of calls answered in a quiet open hour. */
  answerRate: number;
  /** Whether a voice menu takes calls first. */
  hasMenu: boolean;
  /** Yearly growth of its calls. */
  growth: number;
  /** How many calls it gets beside the other offices. */
  weight: number;
}

/** Places of the fictional range that one office's lines take; two offices fit into an area code. */
export const placesOfOffice = 40;
/** The most offices a story can have: two to an area code. */
export const mostOffices = 500;

const colors = [
  '#2f6fde',
  '#d6336c',
  '#2f9e44',
  '#f08c00',
  '#7048e8',
  '#0c8599',
  '#e8590c',
  '#5c7cfa',
  '#a61e4d',
  '#66a80f',
  '#495057',
  '#1098ad',
];
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
];

/** Who works at an office: someone always there, people who came and left, a trainee, and how good each is. */
const posts = [
  { skill: 0.8, from: '2015-01-01', to: null, share: 1.3 },
  { skill: 0.62, from: '2017-06-01', to: null, share: 0.8 },
  { skill: 0.48, from: '2016-03-01', to: '2021-08-13', share: 1.2 },
  { skill: 0.7, from: '2021-08-23', to: null, share: 1.1 },
  { skill: 0.38, from: '2019-02-04', to: null, share: 0.9 },
  { skill: 0.55, from: '2022-05-16', to: null, share: 0.7 },
  { skill: 0.3, from: 'lately', to: null, share: 0.5 },
  { skill: 0.5, from: '2018-01-01', to: null, share: 0.15 },
] as const;

const bounded = (value: number) => Math.min(0.97, Math.max(0.03, value));

function staffOf(
  officeId: string,
  trade: Trade,
  lead: readonly [string, string] | null,
  today: number,
  random: Random,
): StaffMember[] {
  const taken = new Set<string>();
  const staff = posts.map((post, at) => {
    let person = drawPerson(random);
    while (taken.has(person.first)) person = drawPerson(random);
    if (at === 0 && lead) person = { first: lead[0], last: lead[1], gender: 'Female' };
    taken.add(person.first);
    const near = (middle: number) => bounded(middle + random.between(-0.14, 0.14));
    return {
      id: `${officeId}-staff-${at + 1}`,
      first: person.first,
      last: person.last === 'OBrien' ? "O'Brien" : person.last,
      // whoever helps out on the telephone has no type of their own
      staffType: at === posts.length - 1 ? null : (trade.staffTypes[at % trade.staffTypes.length] ?? null),
      from: post.from === 'lately' ? today - 150 : dayOf(post.from),
      to: post.to ? dayOf(post.to) : Number.POSITIVE_INFINITY,
      share: post.share,
      skill: bounded(post.skill + random.between(-0.08, 0.08)),
      asksForAppointment: near(post.skill + 0.15),
      asksForSource: near(post.skill - 0.02),
      asksForMore: near(post.skill - 0.3),
      goodImpression: near(post.skill + 0.25),
      placesOnHold: near(0.42 - post.skill * 0.35),
      asksBeforeHold: near(post.skill + 0.1),
      // from well under half a minute to over one: callers are kept waiting where somebody must ask around
      holdSeconds: Math.round(random.between(12, 20) + (1 - post.skill) ** 2 * 150),
    };
  });
  return staff.filter((member) => member.from <= today);
}

/** What the story says of each of its own offices. */
const ownOffices = [
  {
    id: officeIds.asheville,
    code: 'avl',
    name: 'Silverwren Dental Asheville',
    parentId: dentalGroup.id,
    trade: dental,
    city: homeTowns.asheville,
    near: ['704', '336', '864', '980', '423'],
    lead: ['Marisol', 'Vega'],
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
    near: ['720', '970', '719', '307', '308'],
    lead: ['Theo', 'Lindgren'],
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
    near: ['530', '707', '209', '925', '510'],
    lead: ['Priya', 'Raman'],
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
    near: ['414', '262', '920', '815', '715'],
    // a name that no column is wide enough for
    lead: ['Anneliese', 'Vanderwoude-Castellanos'],
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
    near: ['602', '480', '623', '575', '505'],
    lead: null,
    answerRate: 0.86,
    hasMenu: true,
    growth: 0.15,
    weight: 5500,
  },
] as const;

/** How many offices the story has by itself; a larger one adds dental offices to the group. */
export const ownOfficeCount = ownOffices.length;

/** The offices of a story as of a day, its own first, `count` in all (5 to 500). Stories of one seed share their first offices. */
export function planOffices(count: number, today: number, seed: string): Office[] {
  const used = new Map<string, number>();
  const spare = areaCodes.filter((code) => !cities.some((city) => city.areaCodes.includes(code)));
  const block = (codes: readonly string[]): { areaCode: string; firstPlace: number } => {
    const areaCode = [...codes, ...spare].find((code) => (used.get(code) ?? 0) < 2);
    if (areaCode === undefined) throw new Error(`A story can have at most ${mostOffices} offices.`);
    const blocks = used.get(areaCode) ?? 0;
    used.set(areaCode, blocks + 1);
    return { areaCode, firstPlace: blocks * placesOfOffice };
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
    const place = block(city.areaCodes);
    offices.push({
      id,
      code: own?.code ?? `o${String(added + 1).padStart(3, '0')}`,
      name:
        own?.name ??
        `Silverwren Dental ${city.name}${city.name === 'Portland' ? ` ${city.state}` : ''}${part}`,
      parentId: own ? own.parentId : dentalGroup.id,
      trade,
      city,
      address: `${random.whole(12, 940)} ${random.pick(streets)}, ${city.name}, ${city.state} ${city.zip}`,
      latitude: Number((city.latitude + random.between(-0.02, 0.02)).toFixed(5)),
      longitude: Number((city.longitude + random.between(-0.02, 0.02)).toFixed(5)),
      color: colors[at % colors.length] as string,
      ...place,
      mainNumber: fictionalNumber(place.areaCode, place.firstPlace + placesOfOffice - 1),
      localCodes: own
        ? [...own.city.areaCodes, ...own.near]
        : [...city.areaCodes, random.pick(areaCodes), random.pick(areaCodes)],
      staff: staffOf(id, trade, own?.lead ?? null, today, random),
      answerRate: own?.answerRate ?? random.between(0.8, 0.94),
      hasMenu: own?.hasMenu ?? random.chance(0.5),
      growth: own?.growth ?? random.between(0.03, 0.16),
      weight: own && count === ownOfficeCount ? own.weight : 1,
    });
  }
  return offices;
}

/** How many places of an area code's fictional range belong to offices; callers use the ones after them. */
export function placesTaken(offices: readonly Office[]): Map<string, number> {
  const taken = new Map<string, number>();
  for (const office of offices) {
    taken.set(office.areaCode, Math.max(taken.get(office.areaCode) ?? 0, office.firstPlace + placesOfOffice));
  }
  return taken;
}
