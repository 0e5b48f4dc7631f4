import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { OperatorProblem } from '../operator-problem.ts';

export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

function systemUsers(): SystemUser[] {
  let lines: string[];
  try {
    lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  } catch {
    return [];
  }
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

const isRoot = () => process.getuid?.() === 0;

/** Null: the current user. PostgreSQL refuses root: then the data's owner, `postgres` or `nobody`. Throws OperatorProblem if none fits. */
export async function databaseUser(dataFolder: string): Promise<SystemUser | null> {
  const owner = await stat(dataFolder).then(
    (found) => found.uid,
    () => null,
  );
  const users = systemUsers();
  if (!isRoot()) {
    if (owner === null || owner === process.getuid?.()) return null;
    const name = users.find((user) => user.uid === owner)?.name ?? `number ${owner}`;
    throw new OperatorProblem(
      `The database in ${dataFolder} belongs to the user ${name}. Run Mailcall as that user or as root, or set DATA_DIR to a folder of your own.`,
    );
  }
  if (owner) {
    return (
      users.find((user) => user.uid === owner) ?? {
        name: `number ${owner}`,
        uid: owner,
        gid: (await stat(dataFolder)).gid,
      }
    );
  }
  const chosen =
    users.find((user) => user.name === 'postgres') ?? users.find((user) => user.name === 'nobody');
  if (!chosen) {
    throw new OperatorProblem(
      'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody". Run Mailcall as an ordinary user.',
    );
  }
  return chosen;
}

/** The system decides, because it knows groups, access lists and mounts. */
export function canEnter(user: SystemUser, folder: string): boolean {
  const options = { uid: user.uid, gid: user.gid, cwd: '/', env: {}, stdio: 'ignore' } as const;
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], options).status === 0;
}
