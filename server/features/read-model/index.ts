export { type CopyOptions, openReadModel, type ReadModel } from './read-model.ts';
