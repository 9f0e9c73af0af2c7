import type { Option } from '../../../kernel/index.ts';
import { asText } from '../values.ts';

/** Whether two option values are equal; '1' and 1 count as equal, because existing documents mix them. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (a !== null && a !== undefined && asText(a) === asText(b));

export const findOption = (options: readonly Option[] | undefined, value: unknown): Option | undefined =>
  options?.find((option) => isSameValue(option.value, value));

/** The label of a value; the value as text if no option has it. */
export const optionText = (options: readonly Option[] | undefined, value: unknown): string =>
  findOption(options, value)?.label ?? asText(value);

/** Finds the option for a pasted text, by label first, then by value. */
export const optionFromText = (options: readonly Option[] | undefined, text: string): Option | undefined =>
  options?.find((option) => option.label === text) ?? options?.find((option) => asText(option.value) === text);
