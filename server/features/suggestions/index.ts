/*
 * Suggestions: values for scores from the provider's own model, off by default.
 *
 *   settings          the address, its secret and the accounts
 *   asked-calls       which calls are asked about, claims, attempts, and what came back
 *   request-body      what the model gets
 *   ask-model         one signed post, and its checked answer
 *   suggestion-work   asks in the worker, a few at a time
 *
 * Rules: contract/rules/suggestions.ts. The desk (room scoring) shows suggestions and counts how they ended.
 *
 * Tables: score_suggestions, with the room scoring.
 * Routes: none.
 */
export { suggestionWarnings } from './asked-calls.ts';
export { SuggestionWork } from './suggestion-work.ts';
