import type { Look, Program } from './program.ts';

/** Answers of looks for every place of one text. */
type Looks = Map<Look, Uint8Array>;

function looksOf(look: Look, chars: readonly string[], looks: Looks): Uint8Array {
  const known = looks.get(look) ?? placesOf(look.program, chars, looks, false);
  looks.set(look, known);
  return known;
}

/**
 * Every place (0…length) at which some match of the program ends; `isFirst` stops at the first. All ways are followed
 * side by side, each step at most once a place: the work is at most steps × characters, whatever the pattern.
 */
function placesOf(
  { steps, start, isBackwards }: Program,
  chars: readonly string[],
  looks: Looks,
  isFirst: boolean,
): Uint8Array {
  const found = new Uint8Array(chars.length + 1);
  const seenAt = new Int32Array(steps.length).fill(-1);
  let here: number[] = [];
  const end = chars.length;
  for (let turn = 0; turn <= end; turn += 1) {
    const place = isBackwards ? end - turn : turn;
    const stack = [start, ...here.toReversed()];
    const next: number[] = [];
    const char = isBackwards ? chars[place - 1] : chars[place];
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      if (seenAt[index] === turn) continue;
      seenAt[index] = turn;
      const step = steps[index];
      if (!step) continue;
      if (step.op === 'match') {
        found[place] = 1;
        if (isFirst) return found;
      } else if (step.op === 'split') stack.push(...step.to);
      else if (step.op === 'edge') {
        if (step.holds(chars[place - 1] ?? '', chars[place] ?? '')) stack.push(step.next);
      } else if (step.op === 'look') {
        if ((looksOf(step.look, chars, looks)[place] === 1) !== step.look.isNegative) stack.push(step.next);
      } else if (char !== undefined && step.accepts(char)) next.push(step.next);
    }
    here = next;
  }
  return found;
}

/** True when the pattern is found somewhere in the text. Work: at most steps × characters. */
export function matches(program: Program, text: string, isUnicode: boolean): boolean {
  const chars = isUnicode ? [...text] : text.split('');
  return placesOf(program, chars, new Map(), true).includes(1);
}
