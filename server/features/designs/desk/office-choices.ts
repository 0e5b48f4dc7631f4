import type { DeskOfficeChoices } from '@mailcall/contract/provider-designs.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database.ts';
import { notFound } from '../../../platform/http/problems.ts';
import { accountAndAbove, type Viewer } from '../../identity/index.ts';
import { choiceOfMailing } from '../../scope/index.ts';
import { requireTeamAccount } from '../../team/index.ts';

/** People who can sign in for the account. */
export async function readReviewers(
  database: Queryable,
  accountId: string,
): Promise<DeskOfficeChoices['reviewers']> {
  const { rows } = await sql<DeskOfficeChoices['reviewers'][number]>`
    with recursive ${accountAndAbove(accountId)}
    select contacts.id, coalesce(nullif(contacts.name, ''), contacts.email, contacts.id) as name,
      bool_or(linked.is_primary and linked.account_id = ${accountId}) as "isPrimary"
    from above join contact_accounts linked on linked.account_id = above.id
    join contacts on contacts.id = linked.contact_id and not contacts.deleted
    where contacts.id not in (select contact_id from team_members)
    group by contacts.id, contacts.name, contacts.email
    order by "isPrimary" desc, name, contacts.id limit 200`.execute(database);
  return rows;
}

/** @throws {Problem} 404 for offices of others */
export async function readChoices(
  database: Queryable,
  viewer: Viewer,
  accountId: string,
): Promise<Omit<DeskOfficeChoices, 'formats'>> {
  requireTeamAccount(viewer, accountId);
  const { rows: accounts } = await sql<{ id: string; name: string }>`
    select id, name from accounts where id = ${accountId} and not deleted`.execute(database);
  const [account] = accounts;
  if (!account) throw notFound(`Account ${accountId} not found`);
  const { rows: mailings } = await sql<{ id: string; name: string }>`
    select id, ${choiceOfMailing} as name from campaigns
    where account_id = ${accountId} and not deleted and print_date is null and shipment_date is null and delivery_date is null
    order by coalesce(order_date, created_date) desc nulls last, id limit 200`.execute(database);
  const { rows: salesContacts } = await sql<{ id: string; name: string }>`
    select id, name from sales_contacts where not deleted order by name, id limit 1000`.execute(database);
  return { account, mailings, reviewers: await readReviewers(database, accountId), salesContacts };
}
