import type { Command } from '../command.ts';
import { distribute } from '../platform/distribution/distribute.ts';

export const distributeCommands: readonly Command[] = [
  {
    name: 'distribute',
    arguments: [],
    summary:
      'Divide the accounts among the machines of the Citus cluster at DATABASE_URL. Stop the portal first.',
    async run({ database, printError }) {
      const { distributed, reference, nodes } = await distribute(database, printError);
      return {
        lines: [
          `The accounts are divided among ${nodes} machines: ${distributed} tables by account, ${reference} on each machine.`,
        ],
        json: { distributed, reference, nodes },
      };
    },
  },
];
