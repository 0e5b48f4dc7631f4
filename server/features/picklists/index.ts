import { campaignPicklist, scorePicklist } from '@mailcall/contract/picklists.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queries } from '../../platform/database.ts';
import { notValid } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';

/** The fields that have picklists, by object. */
const fields = {
  score: [
    'nonOpportunityReason',
    'answeredBy',
    'paymentType',
    'callerProvidedSource',
    'voicemailOutcome',
    'callerGender',
    'followUpReason',
    'noAppointmentScheduledReason',
    'ivrOutcome',
    'callerLanguage',
    'patientType',
  ],
  campaign: ['mediaType', 'campaignType'],
} as const;

/** Serves the options of the filters, as the provider's feed labels and orders them. */
export function servePicklists(
  routes: RouteServer<Viewer>,
  { database }: Pick<Dependencies, 'database'>,
): void {
  routes.serve(scorePicklist, ({ query }) => picklistsOf(database.kysely, 'score', query.names));
  routes.serve(campaignPicklist, ({ query }) => picklistsOf(database.kysely, 'campaign', query.names));
}

/** The picklist of each named field; a field whose options the feed did not bring has none. */
async function picklistsOf(database: Queries, object: keyof typeof fields, names: readonly string[]) {
  const known: readonly string[] = fields[object];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw notValid({ names: `There is no field ${unknown.join(', ')}. Use ${known.join(', ')}.` });
  const { rows } = await sql<{ field: string; value: string; label: string }>`
    select field, value, label from picklists where object = ${object} and field = any(${[...names]})
    order by field, position, value
  `.execute(database);
  return Object.fromEntries(
    names.map((name) => [
      name,
      { picklist: rows.filter((row) => row.field === name).map(({ value, label }) => ({ value, label })) },
    ]),
  );
}
