import { useEmbeddedPostgres } from '../../server/platform/postgres/index.ts';
import { aborted, runProgram } from '../../server/platform/program.ts';

/** Holds the PostgreSQL of a folder until stopped. With `durable`, commits reach the disk. */
await runProgram(async (program) => {
  const server = await useEmbeddedPostgres(process.argv[2] ?? '', {
    durable: process.argv[3] === 'durable',
    say: program.print,
  });
  program.onEnd(() => server.close());
  program.print(`holds ${server.pid}`);
  await aborted(program.stopped);
});
