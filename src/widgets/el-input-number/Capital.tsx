import { toCapital } from '../../domain/capital.ts';

/** The amount in Chinese capitals under or beside the number; nothing for what has none (VL-003). */
export function Capital({ value }: { value: unknown }) {
  const text = typeof value === 'number' ? toCapital(value) : '';
  return text === '' ? null : <span className="sf-capital">{text}</span>;
}
