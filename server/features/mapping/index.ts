export { type MappingOptions, openMappedSource } from './mapped-source.ts';
export { readMapping } from './mapping.ts';
export { Preview } from './preview.ts';
