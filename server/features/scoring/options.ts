import type { scoringOptions } from '@mailcall/contract/scoring.ts';
import type { AccountLabels } from '@mailcall/contract/rules/wording.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { noCall } from '../calls/index.ts';
import { staffName } from '../scope/index.ts';
import { readPicklists, readUsualLanguage } from './call-context.ts';

type Choice = { id: string; name: string };

const maxChoices = 1000;

export async function readOptions(
  database: Queryable,
  accountId: string,
): Promise<RouteReply<typeof scoringOptions>> {
  const labels = await sql<AccountLabels>`
    select industry, client_label as "clientLabel", business_label as "businessLabel" from accounts
    where id = ${accountId} and not deleted`.execute(database);
  const [row] = labels.rows;
  if (!row) throw noCall(accountId);
  const staff = await sql<Choice & { aliases: string[] }>`
    select staff.id, staff.name, staff.aliases from staff left join (
      select handler_id, count(*) as calls from (
        select handler_id from calls where account_id = ${accountId} and not deleted and handler_id is not null
        order by call_date_time desc limit 500) recent group by handler_id) handled on handled.handler_id = staff.id
    where staff.account_id = ${accountId} and not staff.deleted and ${staffName('staff')} is not null
    order by handled.calls desc nulls last, lower(staff.name), staff.id limit ${maxChoices}`.execute(
    database,
  );
  const items = await sql<Choice & { kind: 'offer' | 'service' | 'insurance' }>`
    select kind, id, name from (
      select kind, item_id as id, (array_agg(item_name order by version desc))[1] as name,
        row_number() over (partition by kind order by count(*) desc, item_id) as place
      from inquiries where account_id = ${accountId} and not deleted group by kind, item_id) counted
    where place <= ${maxChoices} order by kind, place`.execute(database);
  const ofKind = (kind: string) =>
    items.rows.filter((item) => item.kind === kind).map(({ id, name }) => ({ id, name }));
  return {
    staff: staff.rows,
    offers: ofKind('offer'),
    services: ofKind('service'),
    insurances: ofKind('insurance'),
    picklists: await readPicklists(database),
    usualLanguage: await readUsualLanguage(database, accountId),
    labels: row,
  };
}
