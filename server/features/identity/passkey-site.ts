export interface PasskeySite {
  /** Relying party id: the host name. */
  id: string;
  /** Origin of its pages. */
  origin: string;
}

/**
 * Site of passkeys at a portal's address; null without https or localhost, or if the host is an IP address, because
 * browsers then offer none.
 */
export function passkeySiteOf(publicUrl: string): PasskeySite | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isNumber = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  const isSecure = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
  return isSecure && !isNumber ? { id: hostname, origin } : null;
}
