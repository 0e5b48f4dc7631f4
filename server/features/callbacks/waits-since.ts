import { sql } from 'kysely';

/** Condition over `calls`: first scored more than a day after it came. */
export const isScoredLate = sql<boolean>`(calls.first_scored_at - calls.call_date_time > interval '24 hours')`;

/** From when a call of `calls` waits for a callback: nobody could know of it before its first score. */
export const waitsSince = sql<Date>`(case when ${isScoredLate} then calls.first_scored_at else calls.call_date_time end)`;
