import { limitHeapGrowth } from './platform/heap-growth.ts';
import { runProgram } from './platform/program.ts';
import { runPortal } from './run-portal.ts';

limitHeapGrowth();
await runProgram((program) => runPortal(program, process.env));
