/*
 * Mapping: a document that says how the rows of another system become rows of the feed.
 *   mapping, mapping-document    the document, checked
 *   expressions, evaluator       JSONata expressions for cells, evaluated in processes that can be ended
 *   mapped-source, map-rows      an import that reads through a mapping
 *   preview                      what a mapping makes of some rows, for the person who writes it
 * Tables: none.
 * Routes: none.
 * Commands: npm run import -- with a mapping; connections map events by one.
 */
export { type MappingOptions, openMappedSource } from './mapped-source.ts';
export { type Mapping, readMapping } from './mapping.ts';
export { Preview } from './preview.ts';
