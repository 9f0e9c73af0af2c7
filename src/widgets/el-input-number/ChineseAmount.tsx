import { toChineseNumerals } from '../../domain/chineseNumerals.ts';

/**
 * The amount in Chinese capital numerals (VL-003). `isInBrackets`: in brackets, for use after other text. Renders
 * nothing for a value that has no such numerals.
 */
export function ChineseAmount({ value, isInBrackets = false }: { value: unknown; isInBrackets?: boolean }) {
  const text = typeof value === 'number' ? toChineseNumerals(value) : '';
  if (text === '') return null;
  const numerals = <span className="sf-capital">{text}</span>;
  return isInBrackets ? <>（{numerals}）</> : numerals;
}
