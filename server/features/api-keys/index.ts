export { listApiKeys, makeApiKey, revokeApiKey } from './api-keys.ts';
export { checkApiKey } from './check-api-key.ts';
export { apiKeyLines } from './print-api-keys.ts';
