import { toChineseNumerals } from '../../domain/chineseNumerals.ts';

/** The amount in Chinese capital numerals (VL-003); renders nothing for a value that cannot be written so. */
export function ChineseAmount({ value }: { value: unknown }) {
  const text = typeof value === 'number' ? toChineseNumerals(value) : '';
  return text === '' ? null : <span className="sf-capital">{text}</span>;
}
