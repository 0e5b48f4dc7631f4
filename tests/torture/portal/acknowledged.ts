export interface SentResolution {
  requestId: string;
  summary: string;
  appointments: number;
}

/** Work that was sent to the portal, and the part that was acknowledged: an answer of 200 has arrived. */
export class Acknowledged {
  readonly calls = new Map<string, { account: string; missed: boolean }>();
  readonly resolutions = new Map<string, SentResolution>();
  readonly comments = new Map<string, { account: string; body: string }>();
  /** Settings by account and contact, as saved last: methods and frequency. */
  readonly settings = new Map<string, string>();
  readonly names = new Map<string, string>();
  readonly alerts = new Map<string, string>();
  readonly reports = new Set<string>();
  /** Recordings by the id of their call: the SHA-256 of the last sent one. */
  readonly recordings = new Map<string, string>();
  /** Sent calls, acknowledged or not: the most that a reader may see. */
  sentCalls = 0;
  added = 0;
  answered = 0;
  readonly repeated = new Map<string, number>();

  countRepeated(why: string): void {
    this.repeated.set(why, (this.repeated.get(why) ?? 0) + 1);
  }
}
