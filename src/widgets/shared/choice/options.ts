import { namesInLabel, type Option } from '../../../kernel/index.ts';
import { asText, LIST_SEPARATOR } from '../values.ts';

/** Compares option values; '1' and 1 count as equal, because existing documents mix them. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (a !== null && a !== undefined && asText(a) === asText(b));

export const findOption = (options: readonly Option[] | undefined, value: unknown): Option | undefined =>
  options?.find((option) => isSameValue(option.value, value));

/** Returns the label of a value; without an option, the value as text. */
export const optionText = (options: readonly Option[] | undefined, value: unknown): string =>
  findOption(options, value)?.label ?? asText(value);

/** Finds the option for a pasted text, by label first, then by value. */
export const optionFromText = (options: readonly Option[] | undefined, text: string): Option | undefined =>
  options?.find((option) => option.label === text) ?? options?.find((option) => asText(option.value) === text);

/**
 * Returns options for stored values without an option, named as in the companion label, so that they are shown and keep
 * their names when another option is chosen.
 */
export function formerOptions(
  stored: readonly unknown[],
  label: string | undefined,
  hasOption: (value: unknown) => boolean,
): Option[] {
  const names = namesInLabel(label, stored.length);
  return stored.flatMap((value, index) =>
    hasOption(value) ? [] : [{ value: value as Option['value'], label: names[index] || asText(value) }],
  );
}

/** Mark of a stored value that is not selectable: its option was removed, is retired or belongs elsewhere. */
export const FORMER_MARK = '（已不可选）';

/**
 * Returns the labels of several values. For a value without an option: its name in the companion label, else the value.
 */
export function optionTexts(
  values: readonly unknown[],
  { options = [], label }: { options?: readonly Option[]; label?: string },
  labelOf: (value: unknown) => string | undefined = (value) => findOption(options, value)?.label,
): string {
  const labels = values.map(labelOf);
  if (label !== undefined && values.length > 0 && labels.every((text) => text === undefined)) return label;
  const names = namesInLabel(label, values.length);
  return labels
    .map((text, index) => text ?? (names[index] || asText(values[index])))
    .filter(Boolean)
    .join(LIST_SEPARATOR);
}
