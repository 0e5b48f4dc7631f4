import { sql } from 'kysely';
import { deliveryDay } from '../scope/index.ts';

/** The day from which the calls of a row of `campaigns` are counted, by the rule `deliveryDay` of contract/rules/delivery-day.ts. */
export const countedFrom = sql`coalesce(${deliveryDay}, campaigns.delivery_week)`;
