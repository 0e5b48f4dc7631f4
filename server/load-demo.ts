import { importDemoStory } from './demo-story.ts';
import type { Dependencies } from './dependencies.ts';
import { PatientAudits, PatientListJobs } from './features/patient-lists/index.ts';
import { openDependencies } from './open.ts';
import { readEnvironment } from './platform/env.ts';
import { doWaitingJobs } from './platform/jobs.ts';
import { runProgram } from './platform/program.ts';

/** Takes as much memory as the import. */
async function auditPatientLists(dependencies: Dependencies): Promise<void> {
  const { database, log } = dependencies;
  const tasks = { ...new PatientListJobs(dependencies).tasks, ...new PatientAudits(dependencies).tasks };
  await doWaitingJobs({ pool: database.pool, log, tasks });
}

/** Memory that loading takes ends with this process. */
await runProgram(async (program) => {
  const dependencies = await openDependencies(readEnvironment(), program);
  await importDemoStory(dependencies, program);
  if (!program.stopped.aborted) await auditPatientLists(dependencies);
});
