import type { CallPage, CallSource, CallWindow, TheirCall } from './call-sources.ts';
import { readAs, readPages } from './read-pages.ts';
import { VendorApi, type VendorAccess } from './vendor-api.ts';

/**
 * The calls of a window, page after page, from a page on. A call can come twice, when others come while it is read.
 * @param from the path of a page, as an earlier reading gave it; null for the first
 * @throws {VendorProblem} when the system does not answer, or names a page of another origin
 */
export const listCalls = (
  access: VendorAccess<CallSource>,
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

/**
 * Reads one call, in the form in which it is listed.
 * @returns null when the system has no such call any more
 * @throws {VendorProblem} when the system does not answer
 */
export async function readCall(
  access: VendorAccess<CallSource>,
  account: string,
  callId: string,
): Promise<TheirCall | null> {
  const { source } = access;
  const body = await new VendorApi(access).get(source.callPath(account, callId));
  return body === null ? null : readAs(source.name, () => source.readCall(body));
}
