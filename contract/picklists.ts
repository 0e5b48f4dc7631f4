import { z } from 'zod';
import { listOf } from './wire/query.ts';
import { route } from './wire/route.ts';

const names = z.object({ names: listOf(z.string().min(1).max(100), 20, 'names') });

/** By field; values in display order. */
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
    guests: true,
    summary,
    query: names,
    reply: picklistsSchema,
  });

export const scorePicklist = picklist(
  '/object/score/field',
  'Lists the options of the filters by a call’s score.',
);
export const campaignPicklist = picklist(
  '/object/campaign/field',
  'Lists the options of the filters by a call’s campaign.',
);
