import { limitHeapGrowth } from './platform/idle-memory.ts';
import { runProgram } from './platform/program.ts';
import { runPortal } from './run-portal.ts';

limitHeapGrowth();
await runProgram((program) => runPortal(program, process.env));
