/** A resolution that was sent, and whether it was answered. */
export interface SentResolution {
  requestId: string;
  summary: string;
  /** Appointments that were made with it. */
  appointments: number;
}

/** Work that was sent to the portal, and the part that was acknowledged: an answer of 200 has arrived. */
export class Acknowledged {
  /** Calls as rows, with their office and whether they were missed. */
  readonly calls = new Map<string, { account: string; missed: boolean }>();
  /** Resolutions by the id of their call. */
  readonly resolutions = new Map<string, SentResolution>();
  /** Comments by the id of their request. */
  readonly comments = new Map<string, { account: string; body: string }>();
  /** Settings by account and contact, as saved last: methods and frequency. */
  readonly settings = new Map<string, string>();
  /** Names of tracking lines, as saved last. */
  readonly names = new Map<string, string>();
  /** Missed calls of which a receiver is alerted, with their office. */
  readonly alerts = new Map<string, string>();
  /** Calls that a telephone service has reported. */
  readonly reports = new Set<string>();
  /** Recordings by the id of their call: the SHA-256 of the last sent one. */
  readonly recordings = new Map<string, string>();
  /** Sent calls, acknowledged or not: the most that a reader may see. */
  sentCalls = 0;
  /** Rows that answers have reported as added. */
  added = 0;
  /** Requests that were answered by 200, and repeated ones, by the first answer. */
  answered = 0;
  readonly repeated = new Map<string, number>();

  /** Counts a request that has to be sent again. */
  countRepeated(why: string): void {
    this.repeated.set(why, (this.repeated.get(why) ?? 0) + 1);
  }
}
