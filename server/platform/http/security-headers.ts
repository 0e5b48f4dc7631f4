import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/**
 * Browser features of our pages: the player plays, passkeys sign in, links are copied, pictures fill the screen. The rest stays off
 * also for a script that should not be there. Only names that browsers know: Chromium warns on each page of others.
 */
const permissionsPolicy = [
  ...[
    'autoplay',
    'clipboard-write',
    'fullscreen',
    'publickey-credentials-create',
    'publickey-credentials-get',
  ].map((feature) => `${feature}=(self)`),
  ...[
    'accelerometer',
    'camera',
    'clipboard-read',
    'display-capture',
    'encrypted-media',
    'gamepad',
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'picture-in-picture',
    'screen-wake-lock',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ].map((feature) => `${feature}=()`),
].join(', ');

/**
 * What keeps the session in local storage safe: no script but our own files, no foreign origin, no framing, no
 * referrer. Inline styles are allowed, because the component library positions elements with them; inline scripts never.
 */
export function addSecurityHeaders(
  app: FastifyInstance,
  options: {
    publicUrl: string;
    /** Other origins that pictures may come from. */
    images?: readonly string[];
    /** Other origins to which requests are allowed. */
    connections?: readonly string[];
  },
): void {
  const encrypted = options.publicUrl.startsWith('https:');
  // made once: the plugin of Fastify writes the policy anew for each request
  const addHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...(options.images ?? [])],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", ...(options.connections ?? [])],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(encrypted ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: encrypted ? { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false } : false,
    // both mean something on encrypted or local addresses only; elsewhere browsers complain
    crossOriginOpenerPolicy: encrypted,
    originAgentCluster: encrypted,
    // meant for Internet Explorer and Flash, or for links to other origins: bytes of every response for nothing
    ieNoOpen: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
    dnsPrefetchControl: false,
  });
  app.addHook('onRequest', ({ raw }, reply, next) => {
    reply.raw.setHeader('permissions-policy', permissionsPolicy);
    addHeaders(raw, reply.raw, (error) => next(error as Error | undefined));
  });
}
