import { writeFile } from 'node:fs/promises';
import { generateMailLayout, layoutFile } from './mail-layout.ts';

/** Writes the generated layout of the Performance Breakdown. */
await writeFile(layoutFile, await generateMailLayout());
console.log(`Wrote ${layoutFile}.`);
