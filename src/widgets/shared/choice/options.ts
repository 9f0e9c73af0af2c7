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
 * Returns an additional option for each stored value that has none, named as in the companion label, so that the value
 * is shown and keeps its name when another option is chosen.
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
 * Returns the labels of several values as one text. If no value has an option, this is the companion label. Otherwise a
 * value without an option is shown by its name in the companion label, or else as it is.
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
