import { release } from './platform/env.ts';

/** The command of the package: `npx mailcall start`. Each part reads the words after its own name. */

const help = `npx mailcall [start] [--empty]   serves the portal; with --empty without the demo
npx mailcall import FOLDER       imports files
npx mailcall cli COMMAND         looks after the portal: npx mailcall cli help
npx mailcall backup FOLDER       makes a backup
npx mailcall doctor              looks for problems, and says what to do
npx mailcall --version           prints the version
`;

const typed = process.argv.slice(2);
const [name = 'start', ...words] = typed[0] === '--empty' ? ['start', ...typed] : typed;

function refuse(problem: string): void {
  process.stderr.write(`${problem}.\n\n${help}`);
  process.exitCode = 1;
}

async function start(): Promise<void> {
  const unknown = words.find((word) => word !== '--empty');
  if (unknown !== undefined) return refuse(`start does not take ${unknown}`);
  if (words.length > 0) process.env['MAILCALL_DEMO'] = 'off';
  await import('./main.ts');
}

if (name === 'help' || name === '--help' || (name === 'start' && words.includes('--help')))
  process.stdout.write(help);
else if (name === '--version') process.stdout.write(`${release}\n`);
else if (name === 'start') await start();
else if (name === 'import' || name === 'cli') {
  process.argv.splice(2, 1);
  await (name === 'import' ? import('./import.ts') : import('./cli.ts'));
} else if (name === 'backup' || name === 'doctor') await import('./cli.ts');
else refuse(`There is no command ${name}`);
