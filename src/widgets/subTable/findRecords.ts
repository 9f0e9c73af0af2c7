import { readsIn } from '../../expressions/index.ts';
import { relationOf, type CompiledColumn } from '../../kernel/index.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import { LIST_SEPARATOR, splitPastedNames } from '../shared/values.ts';
import type { ReadResult } from './blockReader.ts';

/** Maximum number of names in one call. In this file, a name is the title or the number of a record. */
const NAMES_PER_CALL = 500;

/** The records found for each name. */
type MatchesByName = ReadonlyMap<string, readonly { id: string; title: string }[]>;

/**
 * Returns the names in the text of a cell. If the relation refers to a single record, the text is not split, because a
 * title may contain any character.
 */
const namesIn = (column: CompiledColumn, text: string): string[] =>
  relationOf(column.node)?.isMultiple ? splitPastedNames(text) : [text.trim()].filter(Boolean);

/** Collects the names in the columns of relations, by column. `cellTexts[i][j]`: text of row i in `columns[j]`. */
export function collectRecordNames(
  columns: readonly (CompiledColumn | undefined)[],
  cellTexts: readonly (readonly string[])[],
): Map<CompiledColumn, Set<string>> {
  const namesByColumn = new Map<CompiledColumn, Set<string>>();
  columns.forEach((column, j) => {
    if (!column || !relationOf(column.node)) return;
    const names = new Set(cellTexts.flatMap((rowTexts) => namesIn(column, rowTexts[j] ?? '')));
    if (names.size > 0) namesByColumn.set(column, names);
  });
  return namesByColumn;
}

/** Returns true if the condition (`where`) of a relation reads the row: by the key of a column, or as `row`. */
function readsRow(where: string, columnKeys: ReadonlySet<string>): boolean {
  const { names } = readsIn(where);
  return names.some((name) => name === 'row' || columnKeys.has(name));
}

/**
 * Looks up the selectable records with the pasted names. Returns a function that converts the text of a cell to the
 * value of the relation; each name in the text must match exactly one record. The returned function returns undefined
 * for a column that is no relation and for an empty text. A condition that reads the row does not limit the look-up,
 * because its result may differ between rows; the server checks the condition when the record is saved.
 */
export async function findRecords(
  namesByColumn: ReadonlyMap<CompiledColumn, ReadonlySet<string>>,
  table: string,
  session: FormSession,
  onProgress: (doneCount: number) => void,
  signal: AbortSignal,
): Promise<(column: CompiledColumn, text: string) => ReadResult | undefined> {
  const { formKey } = session.compiled.definition;
  const version = session.record?.version;
  const tableKeys = new Set(session.compiled.tables.keys());
  const values = Object.fromEntries(Object.entries(session.values).filter(([key]) => !tableKeys.has(key)));
  const columnKeys = new Set(session.compiled.tables.get(table)?.columns.map(({ key }) => key));
  const matchesByColumn = new Map<CompiledColumn, MatchesByName>();
  let doneCount = 0;
  for (const [column, names] of namesByColumn) {
    const relation = relationOf(column.node);
    if (!relation) continue;
    const relationContext = readsRow(relation.where, columnKeys)
      ? null
      : {
          formKey,
          field: column.key,
          table,
          values,
          row: {},
          ...(version === undefined ? {} : { version }),
        };
    const matches = new Map<string, readonly { id: string; title: string }[]>();
    const allNames = [...names];
    for (let start = 0; start < allNames.length && !signal.aborted; start += NAMES_PER_CALL) {
      const batch = allNames.slice(start, start + NAMES_PER_CALL);
      for (const answer of await session.services.relations.resolve(relation.to, relationContext, batch))
        matches.set(answer.text, answer.found);
      onProgress((doneCount += batch.length));
    }
    matchesByColumn.set(column, matches);
  }
  return (column, text) => {
    const relation = relationOf(column.node);
    const names = relation ? namesIn(column, text) : [];
    if (!relation || names.length === 0) return undefined;
    const records: { id: string; title: string }[] = [];
    for (const name of names) {
      const [record, ...otherRecords] = matchesByColumn.get(column)?.get(name) ?? [];
      if (!record) return { ok: false, message: `没有名称或编号为“${name}”的可选记录` };
      if (otherRecords.length > 0) return { ok: false, message: `“${name}”不止一条记录，请在选择窗口中选择` };
      records.push(record);
    }
    const label = records.map(({ title }) => title).join(LIST_SEPARATOR);
    return { ok: true, value: relation.isMultiple ? records.map(({ id }) => id) : records[0]?.id, label };
  };
}
