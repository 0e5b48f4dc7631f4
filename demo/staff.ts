import { drawPerson } from './households.ts';
import { dayOf } from './local-time.ts';
import type { Random } from './random.ts';
import type { Trade } from './trade.ts';

/** Fields without a unit are probabilities. */
export interface StaffMember {
  id: string;
  first: string;
  last: string;
  staffType: string | null;
  /** Days since 1970. */
  from: number;
  to: number;
  share: number;
  /** 0 to 1: turns opportunities into appointments. */
  skill: number;
  asksForAppointment: number;
  asksForSource: number;
  asksForMore: number;
  goodImpression: number;
  placesOnHold: number;
  asksBeforeHold: number;
  holdSeconds: number;
}

export const officePositions = [
  { skill: 0.8, from: '2015-01-01', to: null, share: 1.3 },
  { skill: 0.62, from: '2017-06-01', to: null, share: 0.8 },
  { skill: 0.48, from: '2016-03-01', to: '2021-08-13', share: 1.2 },
  { skill: 0.7, from: '2021-08-23', to: null, share: 1.1 },
  { skill: 0.38, from: '2019-02-04', to: null, share: 0.9 },
  { skill: 0.55, from: '2022-05-16', to: null, share: 0.7 },
  { skill: 0.3, from: 'lately', to: null, share: 0.5 },
  { skill: 0.5, from: '2018-01-01', to: null, share: 0.15 },
] as const;
type Position = (typeof officePositions)[number];

export const newOfficePositions: readonly Position[] = [
  officePositions[0],
  officePositions[1],
  officePositions[4],
  officePositions[7],
];

const bounded = (value: number) => Math.min(0.97, Math.max(0.03, value));

export function staffOf(
  officeId: string,
  trade: Trade,
  firstMember: readonly [string, string] | null,
  today: number,
  random: Random,
  { positions }: { positions: readonly Position[] },
): StaffMember[] {
  const usedNames = new Set<string>();
  const staff = positions.map((position, at) => {
    let person = drawPerson(random);
    while (usedNames.has(person.first)) person = drawPerson(random);
    if (at === 0 && firstMember) person = { first: firstMember[0], last: firstMember[1], gender: 'Female' };
    usedNames.add(person.first);
    const nearbyCodes = (middle: number) => bounded(middle + random.between(-0.14, 0.14));
    return {
      id: `${officeId}-staff-${at + 1}`,
      first: person.first,
      last: person.last === 'OBrien' ? "O'Brien" : person.last,
      // the last position only helps out and has no type
      staffType:
        at === positions.length - 1 ? null : (trade.staffTypes[at % trade.staffTypes.length] ?? null),
      from: position.from === 'lately' ? today - 150 : dayOf(position.from),
      to: position.to ? dayOf(position.to) : Number.POSITIVE_INFINITY,
      share: position.share,
      skill: bounded(position.skill + random.between(-0.08, 0.08)),
      asksForAppointment: nearbyCodes(position.skill + 0.15),
      asksForSource: nearbyCodes(position.skill - 0.02),
      asksForMore: nearbyCodes(position.skill - 0.3),
      goodImpression: nearbyCodes(position.skill + 0.25),
      placesOnHold: nearbyCodes(0.42 - position.skill * 0.35),
      asksBeforeHold: nearbyCodes(position.skill + 0.1),
      // from well under half a minute to over one: less skilled staff must ask others while callers wait
      holdSeconds: Math.round(random.between(12, 20) + (1 - position.skill) ** 2 * 150),
    };
  });
  return staff.filter((member) => member.from <= today);
}
