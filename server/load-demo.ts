import { importDemoStory } from './demo-story.ts';
import { openDependencies } from './open.ts';
import { readEnvironment } from './platform/env.ts';
import { runProgram } from './platform/program.ts';

/** Loads the demo story into the database if it is empty: what that takes of memory ends with this process. */
await runProgram(async (program) => {
  await importDemoStory(await openDependencies(readEnvironment(), program), program);
});
