/** The site that passkeys are for. */
export interface PasskeySite {
  /** Id of the relying party: the name of the host. */
  id: string;
  /** Origin of its pages. */
  origin: string;
}

/**
 * Where passkeys work at a portal's address. Null where browsers have none: an address that is neither https nor localhost, or whose
 * host is a number.
 */
export function passkeySiteOf(publicUrl: string): PasskeySite | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isNumber = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  const isSecure = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
  return isSecure && !isNumber ? { id: hostname, origin } : null;
}
