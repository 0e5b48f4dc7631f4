import type { Command } from '../command.ts';
import { removeDemoStory } from '../demo-story.ts';

export const demoCommands: readonly Command[] = [
  {
    name: 'remove-demo',
    arguments: [],
    summary: 'Remove the demo story: its accounts, its people and all that belongs to them.',
    async run(dependencies) {
      const removed = await removeDemoStory(dependencies);
      return {
        lines: [removed ? 'The demo story is removed.' : 'The record holds nothing of the demo story.'],
        json: { removed },
      };
    },
  },
];
