import { z } from 'zod';
import { VendorApi, type VendorAccess, VendorProblem } from './vendor-api.ts';

/** Reads an answer, or says that it is none of the documented form. */
export function readAs<Value>(name: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const at = error.issues[0]?.path.join('.') || 'the answer';
    throw new VendorProblem(`${name} answers in another form than it documents: ${at}.`);
  }
}

/** A list in pages. */
export interface List<Page extends { next: string | null }> {
  /** The path of the first page. */
  first: string;
  /**
   * Reads the page of an address.
   * @throws {z.ZodError} if it is not a page of the list
   */
  read(body: unknown, address: URL): Page;
  /** Name of the list in the message if it is not found, such as `calls of the account A`. */
  what: string;
}

/**
 * A list, page after page, from a given page on.
 * @param from the path of a page, as an earlier reading gave it; null for the first
 * @returns pages whose `next` is a path: the reader names the origin, never a stored value
 * @throws {VendorProblem} if the system does not answer, or names a page of another origin
 */
export async function* readPages<Page extends { next: string | null }>(
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
    // refused before anything of the page is used
    const next = page.next === null ? null : api.addressOf(page.next);
    if (next?.href === address.href) throw new VendorProblem(`${name} names a page as the one after itself.`);
    yield { ...page, next: next && `${next.pathname}${next.search}` };
    if (next === null) return;
    address = next;
  }
}
