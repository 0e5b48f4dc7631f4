import { importByWords } from './import-by-words.ts';
import { runProgram } from './platform/program.ts';

await runProgram((program) => importByWords(program, process.argv.slice(2), process.env));
