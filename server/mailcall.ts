import { release } from './platform/env.ts';

/** The command of the package: `npx mailcall start`. Each part reads the words after its own name. */

const help = `npx mailcall [start] [--empty]   serves the portal; with --empty without the demo
npx mailcall import FOLDER       imports files
npx mailcall cli COMMAND         looks after the portal: npx mailcall cli help
npx mailcall backup FOLDER       makes a backup
npx mailcall doctor              looks for problems, and says what to do
npx mailcall --version           prints the version
`;

const [, , name = 'start', ...words] = process.argv;
const starts = name === 'start' || name === '--empty';
const unknown = (starts ? [...(name === 'start' ? [] : [name]), ...words] : []).filter(
  (word) => word !== '--empty',
);

if (name === 'help' || name === '--help' || (words.includes('--help') && starts)) process.stdout.write(help);
else if (name === '--version') process.stdout.write(`${release}\n`);
else if (starts && unknown.length === 0) {
  if (name === '--empty' || words.includes('--empty')) process.env['MAILCALL_DEMO'] = 'off';
  await import('./main.ts');
} else if (name === 'import') {
  process.argv.splice(2, 1);
  await import('./import.ts');
} else if (name === 'cli') {
  process.argv.splice(2, 1);
  await import('./cli.ts');
} else if (name === 'backup' || name === 'doctor') await import('./cli.ts');
else {
  process.stderr.write(
    `${starts ? `start does not take ${unknown[0]}` : `There is no command ${name}`}.\n\n${help}`,
  );
  process.exitCode = 1;
}
