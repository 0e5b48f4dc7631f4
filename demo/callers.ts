import { areaCodes, fictionalNumber, householdOf, type Household, type Person } from './households.ts';
import type { Office } from './offices.ts';
import type { Random } from './random.ts';

export interface Caller extends Person {
  household: Household;
}

export interface MovableAppointment {
  id: string;
  caller: Caller;
  firstName: string | null;
  lastName: string | null;
  visit: number;
}

/** Maximum kept missed callers, and appointments that can move. */
const maxKept = 40;

export class Callers {
  readonly #office: Office;
  readonly #reservedNumbers: ReadonlyMap<string, number>;
  readonly #random: Random;
  readonly #missed: Caller[] = [];
  readonly #movable: MovableAppointment[] = [];

  /** `reservedNumbers`: fictional numbers of offices by area code. */
  constructor(office: Office, reservedNumbers: ReadonlyMap<string, number>, random: Random) {
    this.#office = office;
    this.#reservedNumbers = reservedNumbers;
    this.#random = random;
  }

  draw(localProbability: number): Caller {
    const random = this.#random;
    const areaCode = random.pick(random.chance(localProbability) ? this.#office.localCodes : areaCodes);
    // the last two numbers belong to the people who sign in
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

  addMissed(caller: Caller): void {
    this.#missed.push(caller);
    if (this.#missed.length > maxKept) this.#missed.shift();
  }

  takeMissedCaller(): Caller | null {
    return this.#missed.length === 0
      ? null
      : (this.#missed.splice(this.#random.integer(0, this.#missed.length - 1), 1)[0] ?? null);
  }

  addMovable(appointment: MovableAppointment): void {
    this.#movable.push(appointment);
    if (this.#movable.length > maxKept) this.#movable.shift();
  }

  takeMovable(now: number): MovableAppointment | null {
    const index = this.#movable.findIndex((appointment) => appointment.visit > now + 3600);
    return index < 0 ? null : (this.#movable.splice(index, 1)[0] ?? null);
  }
}

/** Capitals, last name first, often useless, as phone companies send it; null if missing. */
export function callerIdOf(caller: Caller, office: Office, random: Random): string | null {
  const roll = random.next();
  if (roll < 0.52) return `${caller.last} ${caller.first}`.toUpperCase();
  if (roll < 0.76) return 'WIRELESS CALLER';
  if (roll < 0.92) return `${office.city.name} ${office.city.state}`.toUpperCase();
  return null;
}
