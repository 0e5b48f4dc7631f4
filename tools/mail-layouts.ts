import { writeFile } from 'node:fs/promises';
import { generateMailLayout, layoutFile } from './mail-layout.ts';

await writeFile(layoutFile, await generateMailLayout());
console.log(`Wrote ${layoutFile}.`);
