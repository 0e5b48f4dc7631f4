import { thousands } from '@mailcall/contract/rules/rates.ts';
import { healthcareIndustries, isHealthcare } from '@mailcall/contract/rules/wording.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { typesWithoutGroup } from './campaign-types.ts';

/** Values with a sentence each; one more sentence counts the others. */
const maxNamed = 10;

const have = (count: number, one: string) => `${thousands(count)} ${one}${count === 1 ? ' has' : 's have'}`;

const firstOf = (sentences: readonly string[], what: string): string[] => [
  ...sentences.slice(0, maxNamed),
  ...(sentences.length > maxNamed
    ? [`${thousands(sentences.length - maxNamed)} more ${what} are not known.`]
    : []),
];

export async function unknownTypes(database: Queryable): Promise<string[]> {
  const types = await typesWithoutGroup(database);
  return firstOf(
    types.map(
      ({ type, campaigns }) =>
        `${have(campaigns, 'campaign')} the type ${JSON.stringify(type)}, which is neither a mailing nor another campaign for Mailcall: Mailing Campaigns and Non-Mailing Campaigns leave ${campaigns === 1 ? 'it' : 'them'} out. Send a row of picklists with the object campaign, the field campaignType, this value and the group mailing or non-mailing.`,
    ),
    'campaign types',
  );
}

/** Industries that are not read as healthcare, of accounts without their own words for clients and business. */
export async function unknownIndustries(database: Queryable): Promise<string[]> {
  const { rows } = await sql<{ industry: string; accounts: number }>`
    select industry, cast(count(*) as integer) as accounts from accounts
    where not deleted and industry is not null and (client_label is null or business_label is null)
    group by industry order by accounts desc, industry`.execute(database);
  return firstOf(
    rows
      .filter(({ industry }) => !isHealthcare(industry))
      .map(
        ({ industry, accounts }) =>
          `${have(accounts, 'account')} the industry ${JSON.stringify(industry)}, which is not one of healthcare for Mailcall: texts say client and business. Send one of ${healthcareIndustries.join(', ')}, or client_label and business_label.`,
      ),
    'industries',
  );
}
