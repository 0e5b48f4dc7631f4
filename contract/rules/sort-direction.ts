import { z } from 'zod';

export const sortDirections = ['asc', 'desc'] as const;
export type SortDirection = (typeof sortDirections)[number];

export const sortDirectionSchema = z.enum(sortDirections, { error: 'Use asc or desc.' });
