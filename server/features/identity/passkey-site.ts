export interface PasskeySite {
  /** Host name: the relying party id. */
  id: string;
  origin: string;
}

/** Null without https or localhost and for IP addresses, because browsers then offer no passkeys. */
export function passkeySiteOf(publicUrl: string): PasskeySite | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isNumber = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  const isSecure = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
  return isSecure && !isNumber ? { id: hostname, origin } : null;
}

/** The site at a request's host: each address has passkeys of its own. */
export type SiteAt = (host: string) => PasskeySite | null;
