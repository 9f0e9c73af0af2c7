/** An option as written in a document. */
export interface TypedOption {
  label: string;
  value: unknown;
  children?: TypedOption[];
  [key: string]: unknown;
}

/**
 * Parses lines of text as options. An indented line is a child of the line before; a tab or “|” separates label and
 * value.
 */
export function optionsOfLines(text: string): TypedOption[] {
  const roots: TypedOption[] = [];
  const ancestors: { depth: number; option: TypedOption }[] = [];
  for (const line of text.split('\n')) {
    const label = line.trim();
    if (label === '') continue;
    const depth = line.length - line.trimStart().length;
    const [name = label, value] = label.split(/\s*[|\t]\s*/);
    const option: TypedOption = { label: name, value: value ?? name };
    while (ancestors.length > 0 && (ancestors.at(-1)?.depth ?? 0) >= depth) ancestors.pop();
    const parent = ancestors.at(-1)?.option;
    if (parent) parent.children = [...(parent.children ?? []), option];
    else roots.push(option);
    ancestors.push({ depth, option });
  }
  return roots;
}

/**
 * The options as lines of text that `optionsOfLines` reads. Only labels, values (as text) and nesting are written; other
 * keys of an option, such as `disabled`, are not.
 */
export const linesOfOptions = (options: readonly TypedOption[], indent = ''): string =>
  options
    .flatMap(({ label, value, children = [] }) => [
      `${indent}${label}${String(value) === label ? '' : ` | ${String(value)}`}`,
      ...(children.length > 0 ? [linesOfOptions(children, `${indent}  `)] : []),
    ])
    .join('\n');
