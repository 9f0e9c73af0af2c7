import type { Problem } from '../../domain/problem/index.ts';

/** An element type of another designer, and the type to which it was converted. */
export interface Mapping {
  from: string;
  to: string;
  /** Number of elements that were converted in this way. */
  count: number;
  /** True if the new type is only similar to the original type. */
  isApproximate: boolean;
  /** True if the type is unknown, so that a placeholder replaces the element. */
  isPlaceholder: boolean;
}

/** Returns the conversions among the problems, the most frequent first; placeholders come last. */
export function mappingsOf(problems: readonly Problem[]): Mapping[] {
  const mappings = new Map<string, Mapping>();
  for (const { code, params } of problems) {
    if (code !== 'DOC_MAPPED_TAG' && code !== 'DOC_REPLACED_TAG' && code !== 'DOC_UNKNOWN_TAG') continue;
    const isPlaceholder = code === 'DOC_UNKNOWN_TAG';
    const [from, to] = [String(params.tag), isPlaceholder ? '占位块' : String(params.title ?? params.replacement)];
    const mapping = mappings.get(`${from}→${to}`);
    if (mapping) mapping.count += 1;
    else
      mappings.set(`${from}→${to}`, { from, to, count: 1, isApproximate: code === 'DOC_REPLACED_TAG', isPlaceholder });
  }
  return [...mappings.values()].sort((a, b) => Number(a.isPlaceholder) - Number(b.isPlaceholder) || b.count - a.count);
}
