/** An option as written in a document. */
export interface TypedOption {
  label: string;
  value: unknown;
  children?: TypedOption[];
  [key: string]: unknown;
}

/**
 * Splits a line into label and value at the last “|” between blanks, so that a label may contain “|”; else at the first
 * “|” or tab.
 */
function splitLine(line: string): [label: string, value: string] {
  const [, labelPart, valuePart] = /^(.*\S)\s+\|\s+(.*)$/.exec(line) ?? [];
  if (labelPart !== undefined && valuePart !== undefined) return [labelPart, valuePart];
  const [label = line, value = label] = line.split(/\s*[|\t]\s*/);
  return [label, value];
}

/** Parses lines of text as options. A line is a child of the nearest line before it that is less indented. */
export function optionsOfLines(text: string): TypedOption[] {
  const roots: TypedOption[] = [];
  const ancestors: { depth: number; option: TypedOption }[] = [];
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed === '') continue;
    const depth = line.length - line.trimStart().length;
    const [label, value] = splitLine(trimmed);
    const option: TypedOption = { label, value };
    while (ancestors.length > 0 && (ancestors.at(-1)?.depth ?? 0) >= depth) ancestors.pop();
    const parent = ancestors.at(-1)?.option;
    if (parent) parent.children = [...(parent.children ?? []), option];
    else roots.push(option);
    ancestors.push({ depth, option });
  }
  return roots;
}

/**
 * Returns the options as lines of text that `optionsOfLines` reads. Only labels, values (as text) and nesting are
 * written; other keys of an option, such as `disabled`, are not. A value that equals its label is left out, unless
 * `mustWriteValue` returns true for it: then a change of the label in the lines does not change the value.
 */
export const linesOfOptions = (
  options: readonly TypedOption[],
  mustWriteValue: (value: unknown) => boolean = () => false,
  indent = '',
): string =>
  options
    .flatMap(({ label, value, children = [] }) => [
      `${indent}${label}${String(value) === label && !/[|\t]/.test(label) && !mustWriteValue(value) ? '' : ` | ${String(value)}`}`,
      ...(children.length > 0 ? [linesOfOptions(children, mustWriteValue, `${indent}  `)] : []),
    ])
    .join('\n');

/**
 * Returns an option read from a line that ends with a known value containing “ | ”: this value is not split. Returns
 * other options unchanged.
 */
function joinKnownValue(option: TypedOption, knownValues: readonly string[]): TypedOption {
  const line = `${option.label} | ${String(option.value)}`;
  const value = knownValues.find((knownValue) => line.endsWith(` | ${knownValue}`));
  return value === undefined ? option : { ...option, label: line.slice(0, -` | ${value}`.length), value };
}

/**
 * Completes options read from lines with data of the previous options that lines do not contain: the type of the value,
 * and other keys such as `disabled`. Options are matched by value, first among the children of the same option. A new
 * option among numbered options gets a number.
 */
export function restoreUnwrittenData(options: readonly TypedOption[], before: readonly TypedOption[]): TypedOption[] {
  const allBefore = before.flatMap(withDescendants);
  const valuesWithSeparator = allBefore.map(({ value }) => String(value)).filter((value) => /\s\|\s/.test(value));
  const areNumbered = allBefore.length > 0 && allBefore.every(({ value }) => typeof value === 'number');
  const toNewOption = (option: TypedOption): TypedOption =>
    areNumbered && /^-?\d+$/.test(String(option.value)) ? { ...option, value: Number(option.value) } : option;
  const completeOptions = (list: readonly TypedOption[], siblings: readonly TypedOption[]): TypedOption[] =>
    list.map(({ children, ...splitOption }): TypedOption => {
      const option = joinKnownValue(splitOption, valuesWithSeparator);
      const isSame = ({ value }: TypedOption): boolean => String(value) === option.value;
      const { children: childrenBefore = [], ...knownOption }: TypedOption =
        siblings.find(isSame) ?? allBefore.find(isSame) ?? toNewOption(option);
      return {
        ...knownOption,
        label: option.label,
        ...(children ? { children: completeOptions(children, childrenBefore) } : {}),
      };
    });
  return completeOptions(options, before);
}

const withDescendants = (option: TypedOption): TypedOption[] => [
  option,
  ...(option.children ?? []).flatMap(withDescendants),
];
