import { z } from 'zod';
import type { CallPage, CallSystem, CallWindow, ListedCompany, TheirCall } from './call-system.ts';
import type { PiecePage, PieceWindow, Printer } from './printer.ts';
import { VendorApi, type VendorAccess, VendorProblem } from './vendor-api.ts';

function readAs<Value>(name: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const at = error.issues[0]?.path.join('.') || 'the answer';
    throw new VendorProblem(`${name} answers in another form than it documents: ${at}.`);
  }
}

interface List<Page extends { next: string | null }> {
  first: string;
  /** @throws {z.ZodError} if it is not a page of the list */
  read(body: unknown, address: URL): Page;
  /** For the message if it is not found, such as `calls of the account A`. */
  what: string;
}

/** `next` and `from` are paths: only the reader chooses the origin. @throws {VendorProblem} without an answer, or for another origin */
async function* readPages<Page extends { next: string | null }>(
  access: VendorAccess,
  { first, read, what }: List<Page>,
  from: string | null,
): AsyncGenerator<Page> {
  const { name } = access.source;
  const api = new VendorApi(access);
  let address = api.addressOf(from ?? first);
  for (;;) {
    const body = await api.get(address.href);
    if (body === null) throw new VendorProblem(`${name} has no ${what}.`, { isFinal: true });
    const page = readAs(name, () => read(body, address));
    const next = page.next === null ? null : api.addressOf(page.next);
    if (next?.href === address.href) throw new VendorProblem(`${name} names a page as the one after itself.`);
    yield { ...page, next: next && `${next.pathname}${next.search}` };
    if (next === null) return;
    address = next;
  }
}

/** Reads as {@link readPages}. A call can come twice if new calls arrive meanwhile. */
export const listCalls = (
  access: VendorAccess<CallSystem>,
  window: CallWindow,
  from: string | null,
): AsyncGenerator<CallPage> =>
  readPages(
    access,
    {
      first: access.source.firstPage(window),
      read: (body) => access.source.readPage(body),
      what: `calls of the account ${window.account}`,
    },
    from,
  );

/** Null if the system no longer has the call. @throws {VendorProblem} if the system does not answer */
export async function readCall(
  access: VendorAccess<CallSystem>,
  account: string,
  callId: string,
): Promise<TheirCall | null> {
  const { source } = access;
  const body = await new VendorApi(access).get(source.callPath(account, callId));
  return body === null ? null : readAs(source.name, () => source.readCall(body));
}

/** Reads as {@link readPages}. A piece can come twice if new pieces arrive meanwhile. */
export const listPieces = (
  access: VendorAccess<Printer>,
  window: PieceWindow,
  from: string | null,
): AsyncGenerator<PiecePage> =>
  readPages(
    access,
    {
      first: access.source.firstPage(window),
      read: (body, address) => access.source.readPage(body, address, window),
      what: 'such list of pieces',
    },
    from,
  );

/** All of an agency. @throws {VendorProblem} if the system does not answer, or lists none */
export async function readCompanies(
  access: VendorAccess<CallSystem>,
  account: string | null,
): Promise<ListedCompany[]> {
  const { agencies } = access.source;
  const companies = new Map<string, ListedCompany>();
  const list = {
    first: agencies.companies(account),
    read: (body: unknown, address: URL) => agencies.readCompanies(body, address),
    what: account === null ? 'accounts' : `companies of the account ${account}`,
  };
  for await (const { items } of readPages(access, list, null))
    for (const company of items) companies.set(company.id, company);
  return [...companies.values()];
}

/** Tracking numbers by company id. @throws {VendorProblem} if the system does not answer */
export async function readNumbers(
  access: VendorAccess<CallSystem>,
  account: string | null,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const { agencies } = access.source;
  const numbers = new Map<string, string[]>();
  for (const first of agencies.numbers(account, companyIds)) {
    const read = (body: unknown, address: URL) => agencies.readNumbers(body, address);
    for await (const { items } of readPages(access, { first, read, what: 'such list of numbers' }, null))
      for (const { companyId, number } of items)
        numbers.set(companyId, [...(numbers.get(companyId) ?? []), number]);
  }
  return numbers;
}
