import { importDemoStory } from './demo-story.ts';
import type { Dependencies } from './dependencies.ts';
import { PatientAudits, PatientListJobs } from './features/patient-lists/index.ts';
import { openDependencies } from './open.ts';
import { readEnvironment } from './platform/env.ts';
import { doWaitingJobs } from './platform/jobs.ts';
import { runProgram } from './platform/program.ts';

/** Prepares and audits the story's patient lists, which takes as much memory as the import. */
async function auditPatientLists(dependencies: Dependencies): Promise<void> {
  const { database, log } = dependencies;
  const tasks = { ...new PatientListJobs(dependencies).tasks, ...new PatientAudits(dependencies).tasks };
  await doWaitingJobs({ pool: database.pool, log, tasks });
}

/** Loads the demo story into the database if it is empty: what that takes of memory ends with this process. */
await runProgram(async (program) => {
  const dependencies = await openDependencies(readEnvironment(), program);
  await importDemoStory(dependencies, program);
  if (!program.stopped.aborted) await auditPatientLists(dependencies);
});
