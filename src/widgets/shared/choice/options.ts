import type { Option } from '../../../kernel/index.ts';
import { asText } from '../values.ts';

/** Stored '1' and served 1 mean the same option: documents of the wild mix them. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (a !== null && a !== undefined && asText(a) === asText(b));

export const findOption = (options: readonly Option[] | undefined, value: unknown): Option | undefined =>
  options?.find((option) => isSameValue(option.value, value));

/** The label of one value; the value itself as text when no option has it. */
export const optionText = (options: readonly Option[] | undefined, value: unknown): string =>
  findOption(options, value)?.label ?? asText(value);

/** Pasted text to an option: by label first, then by value. */
export const optionFromText = (options: readonly Option[] | undefined, text: string): Option | undefined =>
  options?.find((option) => option.label === text) ?? options?.find((option) => asText(option.value) === text);
