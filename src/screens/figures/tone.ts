import { compileExpression } from '../../expressions/index.ts';

const TONES: ReadonlySet<unknown> = new Set(['success', 'warning', 'danger']);

/** Returns the tone (semantic colour) of a number; undefined: the usual colour. */
export type ToneOf = (value: string | null) => string | undefined;

/** Compiles an expression over `value` that returns success, warning or danger. The returned function evaluates it. */
export function compileTone(text: string): ToneOf {
  const evaluate = compileExpression(text, { value: 'double' });
  return (value) => {
    const tone = value === null || !Number.isFinite(Number(value)) ? null : evaluate(() => Number(value));
    return TONES.has(tone) ? String(tone) : undefined;
  };
}
