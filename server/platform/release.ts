import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programFolder } from './env.ts';

/** Release from `package.json`. */
export const release: string = (
  JSON.parse(readFileSync(join(programFolder, 'package.json'), 'utf8')) as { version: string }
).version;
