import { Turns } from './turns.ts';

/** The tasks of one key. */
interface TasksOfKey {
  turns: Turns;
  count: number;
}

/** How many tasks of a key there can be. */
interface KeyLimits {
  /** In their turn at the same time. */
  atOnce: number;
  /** In their turn or waiting for it. */
  most: number;
  /** What a further one is refused with. */
  refusal: () => Error;
}

/** Lets a limited number of tasks of each key have their turn at the same time, and a limited number wait for it. */
export class TurnsByKey {
  readonly #limits: KeyLimits;
  readonly #tasks = new Map<string, TasksOfKey>();

  constructor(limits: KeyLimits) {
    this.#limits = limits;
  }

  /**
   * Admits a task of a key.
   * @param task gets the turns of its key, and waits for its own when it needs one
   * @throws the refusal, when there are too many.
   */
  async admit<Result>(key: string, task: (turns: Turns) => Promise<Result>): Promise<Result> {
    const tasks = this.#tasks.get(key) ?? { turns: new Turns(this.#limits.atOnce), count: 0 };
    if (tasks.count >= this.#limits.most) throw this.#limits.refusal();
    this.#tasks.set(key, tasks);
    tasks.count += 1;
    try {
      return await task(tasks.turns);
    } finally {
      tasks.count -= 1;
      if (tasks.count === 0) this.#tasks.delete(key);
    }
  }
}
