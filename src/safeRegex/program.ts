import type { RegexNode } from './tree.ts';

/**
 * One step: match a character (`char`), test the characters beside a position (`edge`), test a lookaround (`look`),
 * branch (`split`), or finish (`match`). `next` and `to` are indexes of steps.
 */
export type Step =
  | { op: 'char'; accepts(char: string): boolean; next: number }
  | { op: 'edge'; holds(before: string, after: string): boolean; next: number }
  | { op: 'look'; look: Lookaround; next: number }
  | { op: 'split'; to: number[] }
  | { op: 'match' };

/** A compiled pattern. `start`: index of the first step; `isBackwards`: it reads the text from right to left. */
export interface Program {
  steps: Step[];
  start: number;
  isBackwards: boolean;
}

/**
 * A lookaround assertion. It is evaluated for all positions of a text in one run of its program. The assertion holds at
 * the positions where a match ends; a negative assertion holds at all other positions.
 */
export interface Lookaround {
  isNegative: boolean;
  program: Program;
}

/** Maximum number of steps of a pattern: `(a{1,99}){1,99}` would have ten thousand. */
const MAX_STEPS = 6000;

class TooManyStepsError extends Error {}

/**
 * Returns the number of steps of a program including its lookarounds; the more steps, the shorter the texts that it may
 * match.
 */
export const stepCountOf = ({ steps }: Program): number =>
  steps.reduce((sum, step) => sum + 1 + (step.op === 'look' ? stepCountOf(step.look.program) : 0), 0);

/**
 * Builds the program by Thompson's construction. The steps are added from last to first, because each step contains
 * the index of its successor. `isBackwards`: the program reads the text from right to left.
 */
function buildProgram(root: RegexNode, isBackwards: boolean): Program {
  const steps: Step[] = [{ op: 'match' }];
  const add = (step: Step): number => {
    if (steps.length >= MAX_STEPS) throw new TooManyStepsError();
    return steps.push(step) - 1;
  };
  /** Adds the steps of a node, followed by step `next`; returns the index of the first step. */
  const emit = (node: RegexNode, next: number): number => {
    switch (node.kind) {
      case 'char':
        return add({ op: 'char', accepts: node.accepts, next });
      case 'edge':
        return add({ op: 'edge', holds: node.holds, next });
      // The program of a lookahead reads the text from right to left, so that its match ends at the tested position.
      case 'look':
        return add({
          op: 'look',
          look: { isNegative: node.isNegative, program: buildProgram(node.of, node.isAhead) },
          next,
        });
      case 'choice':
        return add({ op: 'split', to: node.branches.map((branch) => emit(branch, next)) });
      case 'sequence': {
        const parts = isBackwards ? node.parts : node.parts.toReversed();
        return parts.reduce((followingStep, part) => emit(part, followingStep), next);
      }
      case 'repeat': {
        let followingStep = next;
        if (node.max === Infinity) {
          const loop: Step = { op: 'split', to: [] };
          followingStep = add(loop);
          loop.to = [emit(node.of, followingStep), next];
        } else {
          for (let repetition = node.min; repetition < node.max; repetition += 1)
            followingStep = add({ op: 'split', to: [emit(node.of, followingStep), next] });
        }
        for (let repetition = 0; repetition < node.min; repetition += 1) followingStep = emit(node.of, followingStep);
        return followingStep;
      }
    }
  };
  const start = emit(root, 0);
  return { steps, start, isBackwards };
}

/** Compiles a pattern; null if it needs too many steps. */
export function compileRegex(root: RegexNode): Program | null {
  try {
    const program = buildProgram(root, false);
    return stepCountOf(program) > MAX_STEPS ? null : program;
  } catch (error) {
    if (error instanceof TooManyStepsError) return null;
    throw error;
  }
}
