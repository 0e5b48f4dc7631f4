import { sql } from 'kysely';
import { deliveryDay } from '../scope/index.ts';

/** The rule `deliveryDay` of contract/rules/delivery-day.ts in SQL. */
export const countedFrom = sql`coalesce(${deliveryDay}, campaigns.delivery_week)`;
