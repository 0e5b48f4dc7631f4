import { config } from 'zod/v4-mini';

// without this, zod tests whether it may compile code; the Content-Security-Policy forbids that and browsers report it
config({ jitless: true });

export * from 'zod/v4-mini';
