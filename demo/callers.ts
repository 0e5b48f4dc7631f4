import { areaCodes, fictionalNumber, householdOf, type Household, type Person } from './households.ts';
import type { Office } from './offices.ts';
import type { Random } from './random.ts';

/** Someone on the telephone. */
export interface Caller extends Person {
  household: Household;
}

/** An appointment that its patient may still move: booked on an earlier call of the office. */
export interface MovableAppointment {
  id: string;
  caller: Caller;
  /** As written on the earlier appointment; null when the provider did not catch it. */
  firstName: string | null;
  lastName: string | null;
  /** Local time of the visit. */
  visit: number;
}

/** How many callers and appointments an office remembers. */
const remembered = 40;

/** The callers of one office: who calls, and who calls again. */
export class Callers {
  readonly #office: Office;
  readonly #taken: ReadonlyMap<string, number>;
  readonly #random: Random;
  readonly #missed: Caller[] = [];
  readonly #movable: MovableAppointment[] = [];

  /** `taken` says how many places of an area code belong to offices. */
  constructor(office: Office, taken: ReadonlyMap<string, number>, random: Random) {
    this.#office = office;
    this.#taken = taken;
    this.#random = random;
  }

  /** Draws a caller; `local` is how likely the number is one of the neighbourhood. */
  draw(local: number): Caller {
    const random = this.#random;
    const areaCode = random.pick(random.chance(local) ? this.#office.localCodes : areaCodes);
    // the last two places are those of the people who sign in
    const household = householdOf(
      fictionalNumber(areaCode, random.whole(this.#taken.get(areaCode) ?? 0, 97)),
    );
    const gender = random.chance(0.61) ? 'Female' : 'Male';
    return {
      household,
      gender,
      first: gender === 'Female' ? household.woman : household.man,
      last: household.last,
    };
  }

  /** Remembers a caller whom nobody answered. */
  rememberMissed(caller: Caller): void {
    this.#missed.push(caller);
    if (this.#missed.length > remembered) this.#missed.shift();
  }

  /** Someone missed lately who tries again; null when there is nobody. */
  takeMissed(): Caller | null {
    return this.#missed.length === 0
      ? null
      : (this.#missed.splice(this.#random.whole(0, this.#missed.length - 1), 1)[0] ?? null);
  }

  /** Remembers an appointment that may be moved by a later call. */
  rememberAppointment(appointment: MovableAppointment): void {
    this.#movable.push(appointment);
    if (this.#movable.length > remembered) this.#movable.shift();
  }

  /** An appointment whose visit is still ahead, each at most once; null when there is none. */
  takeMovable(now: number): MovableAppointment | null {
    const ahead = this.#movable.findIndex((appointment) => appointment.visit > now + 3600);
    return ahead < 0 ? null : (this.#movable.splice(ahead, 1)[0] ?? null);
  }
}

/** A caller ID as telephone companies send it: capitals, family name first, often of no use. */
export function callerIdOf(caller: Caller, office: Office, random: Random): string | null {
  const mark = random.next();
  if (mark < 0.52) return `${caller.last} ${caller.first}`.toUpperCase();
  if (mark < 0.76) return 'WIRELESS CALLER';
  if (mark < 0.92) return `${office.city.name} ${office.city.state}`.toUpperCase();
  return null;
}
