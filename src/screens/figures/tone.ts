import { compileExpression } from '../../expressions/index.ts';

const TONES: ReadonlySet<unknown> = new Set(['success', 'warning', 'danger']);

/** Returns the colour of a number; undefined: the usual colour. */
export type ToneOf = (value: string | null) => string | undefined;

/** Compiles a colour by condition: an expression over `value` that returns success, warning or danger. */
export function toneOf(text: string): ToneOf {
  const evaluate = compileExpression(text, { value: 'double' });
  return (value) => {
    const tone = value === null || !Number.isFinite(Number(value)) ? null : evaluate(() => Number(value));
    return TONES.has(tone) ? String(tone) : undefined;
  };
}
