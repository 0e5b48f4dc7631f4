export { type MappingOptions, openMappedSource } from './mapped-source.ts';
export { type Mapping, readMapping } from './mapping.ts';
export { Preview } from './preview.ts';
