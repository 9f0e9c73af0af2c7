/** An option as a document writes it. */
export interface TypedOption {
  label: string;
  value: unknown;
  children?: TypedOption[];
  [key: string]: unknown;
}

/** Lines of text as options; a line that is indented stands below the one before it. A tab or “|” parts text and value. */
export function optionsOfLines(text: string): TypedOption[] {
  const roots: TypedOption[] = [];
  const open: { depth: number; option: TypedOption }[] = [];
  for (const line of text.split('\n')) {
    const label = line.trim();
    if (label === '') continue;
    const depth = line.length - line.trimStart().length;
    const [name = label, value] = label.split(/\s*[|\t]\s*/);
    const option: TypedOption = { label: name, value: value ?? name };
    while (open.length > 0 && (open.at(-1)?.depth ?? 0) >= depth) open.pop();
    const parent = open.at(-1)?.option;
    if (parent) parent.children = [...(parent.children ?? []), option];
    else roots.push(option);
    open.push({ depth, option });
  }
  return roots;
}

export const linesOfOptions = (options: readonly TypedOption[], indent = ''): string =>
  options
    .flatMap(({ label, value, children = [] }) => [
      `${indent}${label}${String(value) === label ? '' : ` | ${String(value)}`}`,
      ...(children.length > 0 ? [linesOfOptions(children, `${indent}  `)] : []),
    ])
    .join('\n');
