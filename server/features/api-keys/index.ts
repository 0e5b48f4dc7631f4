export { listApiKeys, makeApiKey, revokeApiKey } from './api-keys.ts';
export { checkApiKey } from './check-api-key.ts';
export { apiKeyLines, presentApiKey } from './print-api-keys.ts';
