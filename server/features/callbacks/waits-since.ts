import { sql } from 'kysely';

/** Condition over `calls`: first scored more than a day after it came. */
export const isScoredLate = sql<boolean>`(calls.first_scored_at - calls.call_date_time > interval '24 hours')`;

/** A call waits for a callback since it came, or since a late first score revealed it. */
export const waitsSince = sql<Date>`(case when ${isScoredLate} then calls.first_scored_at else calls.call_date_time end)`;
