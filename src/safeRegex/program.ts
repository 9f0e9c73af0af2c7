import type { RegexNode } from './tree.ts';

/** One step: take a character, test a place, go two ways, or be done. Numbers are indexes of steps. */
export type Step =
  | { op: 'char'; accepts(char: string): boolean; next: number }
  | { op: 'edge'; holds(before: string, after: string): boolean; next: number }
  | { op: 'look'; look: Look; next: number }
  | { op: 'split'; to: number[] }
  | { op: 'match' };

export interface Program {
  steps: Step[];
  start: number;
  isBackwards: boolean;
}

/** A look is answered for all places of a text at once, by a program that runs towards the place. */
export interface Look {
  isNegative: boolean;
  program: Program;
}

/** Beyond this many steps a pattern is not run: `(a{1,99}){1,99}` would be ten thousand. */
const MAX_STEPS = 6000;

class TooLong extends Error {}

/** Steps of all programs together; a text may be the shorter, the more there are. */
export const sizeOf = ({ steps }: Program): number =>
  steps.reduce((sum, step) => sum + 1 + (step.op === 'look' ? sizeOf(step.look.program) : 0), 0);

/** Thompson's construction, from the end: every step knows what follows it. `isBackwards` reads the text from right to left. */
function build(root: RegexNode, isBackwards: boolean): Program {
  const steps: Step[] = [{ op: 'match' }];
  const add = (step: Step): number => {
    if (steps.length >= MAX_STEPS) throw new TooLong();
    return steps.push(step) - 1;
  };
  const emit = (node: RegexNode, next: number): number => {
    switch (node.kind) {
      case 'char':
        return add({ op: 'char', accepts: node.accepts, next });
      case 'edge':
        return add({ op: 'edge', holds: node.holds, next });
      // A look ahead of a place is where its text, read backwards, comes to an end.
      case 'look':
        return add({ op: 'look', look: { isNegative: node.isNegative, program: build(node.of, node.isAhead) }, next });
      case 'choice':
        return add({ op: 'split', to: node.branches.map((branch) => emit(branch, next)) });
      case 'sequence': {
        const parts = isBackwards ? node.parts : node.parts.toReversed();
        return parts.reduce((after, part) => emit(part, after), next);
      }
      case 'repeat': {
        let after = next;
        if (node.max === Infinity) {
          const loop: Step = { op: 'split', to: [] };
          after = add(loop);
          loop.to = [emit(node.of, after), next];
        } else {
          for (let time = node.min; time < node.max; time += 1)
            after = add({ op: 'split', to: [emit(node.of, after), next] });
        }
        for (let time = 0; time < node.min; time += 1) after = emit(node.of, after);
        return after;
      }
    }
  };
  const start = emit(root, 0);
  return { steps, start, isBackwards };
}

/** Null when the pattern needs more steps than are run. */
export function compileRegex(root: RegexNode): Program | null {
  try {
    const program = build(root, false);
    return sizeOf(program) > MAX_STEPS ? null : program;
  } catch (error) {
    if (error instanceof TooLong) return null;
    throw error;
  }
}
