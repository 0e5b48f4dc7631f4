import { z } from 'zod';
import { listOf } from './wire/query.ts';
import { route } from './wire/route.ts';

const names = z.object({ names: listOf(z.string().min(1).max(100), 20, 'names') });

/** Fields with their picklists: values, labels and order. */
const picklistsSchema = z.record(
  z.string(),
  z.object({ picklist: z.array(z.object({ value: z.string(), label: z.string() })) }),
);

const picklist = <const Path extends string>(path: Path, summary: string) =>
  route({
    service: 'data',
    method: 'GET',
    path,
    access: 'full',
    summary,
    query: names,
    reply: picklistsSchema,
  });

export const scorePicklist = picklist('/object/score/field', 'Options of the filters on a call’s score.');
export const campaignPicklist = picklist(
  '/object/campaign/field',
  'Options of the filters on a call’s campaign.',
);
