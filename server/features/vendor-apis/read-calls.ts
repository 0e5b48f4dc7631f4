import { z } from 'zod';
import type { CallPage, CallSource, CallWindow, TheirCall } from './call-sources.ts';
import { VendorApi, type VendorAccess, VendorProblem } from './vendor-api.ts';

/** Reads an answer, or says that it is none of the documented form. */
function readAs<Value>(name: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const at = error.issues[0]?.path.join('.') || 'the answer';
    throw new VendorProblem(`${name} answers in another form than it documents: ${at}.`);
  }
}

/** A page of calls with the address of the page itself. */
interface ReadPage extends CallPage {
  path: string;
}

/**
 * The calls of a window, page after page, from a page on. A call can come twice, when others come while it is read.
 * @param from the address of a page, as an earlier reading gave it; null for the first
 * @throws {VendorProblem} when the system does not answer, or names a page of another origin
 */
export async function* listCalls(
  access: VendorAccess<CallSource>,
  window: CallWindow,
  from: string | null,
): AsyncGenerator<ReadPage> {
  const { source } = access;
  const api = new VendorApi(access);
  let path = from ?? source.firstPage(window);
  for (;;) {
    const body = await api.get(path);
    if (body === null)
      throw new VendorProblem(`${source.name} has no calls of the account ${window.account}.`, {
        isFinal: true,
      });
    const { calls, next } = readAs(source.name, () => source.readPage(body));
    // refused before anything of the page is used
    const following = next === null ? null : api.addressOf(next).href;
    if (following === api.addressOf(path).href)
      throw new VendorProblem(`${source.name} names a page as the one after itself.`);
    yield { path, calls, next: following };
    if (following === null) return;
    path = following;
  }
}

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
