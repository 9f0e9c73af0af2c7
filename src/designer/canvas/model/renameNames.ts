/** New names by old name. */
export type Renames = ReadonlyMap<string, string>;

/** The names to replace in expressions and placeholders. */
export interface Renaming {
  /** Names at the beginning of a path: `amount`, and `project` in `project.code`. */
  plain: Renames;
  /** Names after a prefix such as `form` or `row`. */
  byPrefix: ReadonlyMap<string, Renames>;
  /** Columns of sub-tables, by the key of the table: `items.map(r, r.price)`. */
  byTable: ReadonlyMap<string, Renames>;
}

/** Completes a renaming: names that are not given are not replaced. */
export const renamingOf = (parts: Partial<Renaming>): Renaming => ({
  plain: new Map(),
  byPrefix: new Map(),
  byTable: new Map(),
  ...parts,
});

/** Returns the renaming of fields of the form, which expressions also read as `form.<key>`. */
export const renamingOfFields = (renames: Renames): Renaming =>
  renamingOf({ plain: renames, byPrefix: new Map([['form', renames]]) });

const NAME = String.raw`[A-Za-z_$一-龥][\w$一-龥]*`;
const QUOTED = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`;
/** A text literal, or a path of names at the start of a member chain. */
const LITERAL_OR_PATH = new RegExp(String.raw`${QUOTED}|(?<![\w$.一-龥])(${NAME}(?:\.${NAME})*)`, 'g');
/** A macro call right after a table, up to the name of its variable: `.map(r,`. */
const MACRO = new RegExp(String.raw`^\s*\.\s*(map|filter|all|exists|exists_one)\s*\(\s*(${NAME})\s*,`);

/** Returns the position after the bracket that closes the one opened just before `start`; without it: the end. */
function endOfCall(text: string, start: number): number {
  const bracketOrLiteral = new RegExp(String.raw`${QUOTED}|[()]`, 'g');
  bracketOrLiteral.lastIndex = start;
  let depth = 1;
  for (let found = bracketOrLiteral.exec(text); found; found = bracketOrLiteral.exec(text)) {
    if (found[0] === '(') depth += 1;
    if (found[0] === ')') depth -= 1;
    if (depth === 0) return bracketOrLiteral.lastIndex;
  }
  return text.length;
}

/**
 * A macro variable that iterates over the rows of a table, and the range of the text (`from` inclusive, `to` exclusive)
 * in which the variable is defined. `columns`: the columns of the table to rename.
 */
interface RowVariable {
  name: string;
  columns: Renames;
  from: number;
  to: number;
}

/** Returns the macro variables for the rows of a table; `items.filter(r, …).map(s, …)` has two. */
function rowVariables(text: string, table: string, columns: Renames): RowVariable[] {
  const variables: RowVariable[] = [];
  for (const { 0: whole, 1: path, index } of text.matchAll(LITERAL_OR_PATH)) {
    const names = path?.split('.') ?? [];
    const tableIndex = names[0] === 'form' ? 1 : 0;
    if (names[tableIndex] !== table) continue;
    let position = index + names.slice(0, tableIndex + 1).join('.').length;
    // after the table, the path may contain only the name of the macro: `items.map`
    if (names.length > tableIndex + 2 || whole === undefined) continue;
    for (let macroMatch = MACRO.exec(text.slice(position)); macroMatch; macroMatch = MACRO.exec(text.slice(position))) {
      const end = endOfCall(text, position + macroMatch[0].length);
      variables.push({ name: macroMatch[2] as string, columns, from: position, to: end });
      if (macroMatch[1] !== 'filter') break;
      position = end;
    }
  }
  return variables;
}

/**
 * Replaces names in an expression, outside of text literals. Names of functions and of other members are not changed.
 */
export function renameInExpression(text: string, { plain, byPrefix, byTable }: Renaming): string {
  const variables = [...byTable].flatMap(([table, columns]) => rowVariables(text, table, columns));
  return text.replace(LITERAL_OR_PATH, (whole: string, path: string | undefined, offset: number) => {
    if (path === undefined) return whole;
    const [first = '', ...members] = path.split('.');
    const isCall = /^\s*\(/.test(text.slice(offset + whole.length));
    if (isCall && members.length === 0) return whole;
    const variable = variables.find(({ name, from, to }) => name === first && offset >= from && offset < to);
    const [second = '', ...rest] = members;
    const newMemberName =
      isCall && rest.length === 0 ? undefined : (variable?.columns ?? byPrefix.get(first))?.get(second);
    if (newMemberName !== undefined) return [first, newMemberName, ...rest].join('.');
    return [variable ? first : (plain.get(first) ?? first), ...members].join('.');
  });
}

/** Replaces names in the placeholders (`${…}`) of a text. */
export const renameInPlaceholders = (text: string, renaming: Renaming): string =>
  text.replace(/\$\{([^}]*)\}/g, (_all, name: string) => {
    const next = renaming.plain.get(name.trim());
    return `\${${next ?? renameInExpression(name, renaming)}}`;
  });
