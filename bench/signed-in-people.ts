import { hashPassword } from '../server/features/identity/passwords.ts';
import { Browser } from './screens.ts';
import { signIn } from './sign-in.ts';
import type { BenchRecord } from './story.ts';

export interface Person {
  id: string;
  browser: Browser;
  token: string;
  accountIds: string[];
}

const password = 'Bench-People-2026';

/** Each person has the next `officesOf(index)` offices, those with the most calls first. */
export async function signInPeople(
  { database }: BenchRecord,
  base: string,
  count: number,
  officesOf: (number: number) => number = () => 1,
): Promise<Person[]> {
  const hash = await hashPassword(password);
  const { rows } = await database.pool.query<{ id: string }>(
    'select account_id as id from calls where not deleted group by account_id order by count(*) desc, account_id',
  );
  const people: Person[] = [];
  for (let number = 0; number < count; number += 1) {
    const id = `bench-person-${number}`;
    const email = `person-${number}@bench.example`;
    const accountIds = Array.from(
      { length: officesOf(number) },
      (_, next) => rows[(number + next) % rows.length]?.id ?? '',
    );
    await database.pool.query(
      `with person as (
        insert into contacts (id, name, email, password_hash, activated_at) values ($1, 'Bench', $2, $3, now())
        on conflict (id) do update set password_hash = excluded.password_hash returning id)
      insert into contact_accounts (contact_id, account_id)
      select person.id, office from person cross join unnest($4::text[]) as office on conflict do nothing`,
      [id, email, hash, accountIds],
    );
    const token = await signIn(base, { email, password });
    people.push({ id, browser: new Browser(base, token), token, accountIds });
  }
  return people;
}
