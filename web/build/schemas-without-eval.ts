import { config } from 'zod/v4-mini';

// zod tries whether it may compile code from text, which the Content-Security-Policy forbids and browsers report
config({ jitless: true });

export * from 'zod/v4-mini';
