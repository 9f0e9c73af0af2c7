import type { Lookaround, Program } from './program.ts';

/** Results of lookaround assertions for every position of one text. */
type LookaroundResults = Map<Lookaround, Uint8Array>;

/** Returns the results of one assertion, computed at the first call and cached in `resultsByLookaround`. */
function resultsOfLookaround(
  lookaround: Lookaround,
  chars: readonly string[],
  resultsByLookaround: LookaroundResults,
): Uint8Array {
  const results =
    resultsByLookaround.get(lookaround) ?? matchEnds(lookaround.program, chars, resultsByLookaround, false);
  resultsByLookaround.set(lookaround, results);
  return results;
}

/**
 * Finds every position (0…length) at which a match of the program ends, and marks it with 1; `stopsAtFirst`: finds only
 * the first one. All alternatives are followed in parallel, each step at most once per position, so the work is at most
 * steps × characters for any pattern.
 */
function matchEnds(
  { steps, start, isBackwards }: Program,
  chars: readonly string[],
  resultsByLookaround: LookaroundResults,
  stopsAtFirst: boolean,
): Uint8Array {
  const isEnd = new Uint8Array(chars.length + 1);
  const lastRoundSeen = new Int32Array(steps.length).fill(-1);
  let currentSteps: number[] = [];
  const end = chars.length;
  for (let round = 0; round <= end; round += 1) {
    const position = isBackwards ? end - round : round;
    const stack = [start, ...currentSteps.toReversed()];
    const next: number[] = [];
    const char = isBackwards ? chars[position - 1] : chars[position];
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      if (lastRoundSeen[index] === round) continue;
      lastRoundSeen[index] = round;
      const step = steps[index];
      if (!step) continue;
      if (step.op === 'match') {
        isEnd[position] = 1;
        if (stopsAtFirst) return isEnd;
      } else if (step.op === 'split') stack.push(...step.to);
      else if (step.op === 'edge') {
        if (step.holds(chars[position - 1] ?? '', chars[position] ?? '')) stack.push(step.next);
      } else if (step.op === 'look') {
        if ((resultsOfLookaround(step.look, chars, resultsByLookaround)[position] === 1) !== step.look.isNegative)
          stack.push(step.next);
      } else if (char !== undefined && step.accepts(char)) next.push(step.next);
    }
    currentSteps = next;
  }
  return isEnd;
}

/** Returns true if the pattern matches anywhere in the text. Work: at most steps × characters. */
export function matches(program: Program, text: string, isUnicode: boolean): boolean {
  const chars = isUnicode ? [...text] : text.split('');
  return matchEnds(program, chars, new Map(), true).includes(1);
}
