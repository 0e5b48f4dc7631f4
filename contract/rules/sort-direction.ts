import { z } from 'zod';

/** The directions that every list can be sorted in. */
export const sortDirections = ['asc', 'desc'] as const;
export type SortDirection = (typeof sortDirections)[number];

/** A direction that a request names. */
export const sortDirectionSchema = z.enum(sortDirections, { error: 'Use asc or desc.' });
