import { areaCodes, fictionalNumber, householdOf, type Household, type Person } from './households.ts';
import type { Office } from './offices.ts';
import type { Random } from './random.ts';

/** A person who calls. */
export interface Caller extends Person {
  household: Household;
}

/** An appointment from an earlier call that can still be moved or canceled. */
export interface MovableAppointment {
  id: string;
  caller: Caller;
  /** As on the earlier appointment; null when not known. */
  firstName: string | null;
  lastName: string | null;
  /** Local time of the visit. */
  visit: number;
}

/** The most missed callers and movable appointments that are kept. */
const maxKept = 40;

/** Draws the callers of one office, and keeps those who call again. */
export class Callers {
  readonly #office: Office;
  readonly #reservedNumbers: ReadonlyMap<string, number>;
  readonly #random: Random;
  readonly #missed: Caller[] = [];
  readonly #movable: MovableAppointment[] = [];

  /** `reservedNumbers` has, by area code, how many fictional numbers belong to offices. */
  constructor(office: Office, reservedNumbers: ReadonlyMap<string, number>, random: Random) {
    this.#office = office;
    this.#reservedNumbers = reservedNumbers;
    this.#random = random;
  }

  /** Draws a caller. `localProbability` is the probability of a local area code. */
  draw(localProbability: number): Caller {
    const random = this.#random;
    const areaCode = random.pick(random.chance(localProbability) ? this.#office.localCodes : areaCodes);
    // the last two numbers are those of the people who sign in
    const household = householdOf(
      fictionalNumber(areaCode, random.integer(this.#reservedNumbers.get(areaCode) ?? 0, 97)),
    );
    const gender = random.chance(0.61) ? 'Female' : 'Male';
    return {
      household,
      gender,
      first: gender === 'Female' ? household.woman : household.man,
      last: household.last,
    };
  }

  /** Keeps a caller whose call was missed. */
  addMissed(caller: Caller): void {
    this.#missed.push(caller);
    if (this.#missed.length > maxKept) this.#missed.shift();
  }

  /** Takes a recently missed caller who calls again; null when there is none. */
  takeMissedCaller(): Caller | null {
    return this.#missed.length === 0
      ? null
      : (this.#missed.splice(this.#random.integer(0, this.#missed.length - 1), 1)[0] ?? null);
  }

  /** Keeps an appointment that a later call can move. */
  addMovable(appointment: MovableAppointment): void {
    this.#movable.push(appointment);
    if (this.#movable.length > maxKept) this.#movable.shift();
  }

  /** Takes an appointment whose visit is still ahead; null when there is none. */
  takeMovable(now: number): MovableAppointment | null {
    const index = this.#movable.findIndex((appointment) => appointment.visit > now + 3600);
    return index < 0 ? null : (this.#movable.splice(index, 1)[0] ?? null);
  }
}

/** A caller ID as phone companies send it: in capitals, with the last name first, and often useless. Null when missing. */
export function callerIdOf(caller: Caller, office: Office, random: Random): string | null {
  const roll = random.next();
  if (roll < 0.52) return `${caller.last} ${caller.first}`.toUpperCase();
  if (roll < 0.76) return 'WIRELESS CALLER';
  if (roll < 0.92) return `${office.city.name} ${office.city.state}`.toUpperCase();
  return null;
}
