import { toCapital } from '../../domain/capital.ts';

/** The amount in Chinese capital numerals (VL-003); renders nothing for a value that cannot be written so. */
export function Capital({ value }: { value: unknown }) {
  const text = typeof value === 'number' ? toCapital(value) : '';
  return text === '' ? null : <span className="sf-capital">{text}</span>;
}
