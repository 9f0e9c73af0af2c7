import { relationOf, type CompiledColumn } from '../../kernel/index.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import { LIST_SEPARATOR, splitNames } from '../shared/values.ts';
import type { ReadText } from './paste.ts';

/** As many as one call takes. */
const PORTION = 500;

type Found = ReadonlyMap<string, readonly { id: string; title: string }[]>;

/** A title may hold any character: only a list of records is split. */
const namesIn = (column: CompiledColumn, text: string): string[] =>
  relationOf(column.node)?.isMultiple ? splitNames(text) : [text.trim()].filter(Boolean);

/** The texts that stand in columns of relations. */
export function recordsToFind(
  columns: readonly (CompiledColumn | undefined)[],
  texts: readonly (readonly string[])[],
): Map<CompiledColumn, Set<string>> {
  const wanted = new Map<CompiledColumn, Set<string>>();
  columns.forEach((column, j) => {
    if (!column || !relationOf(column.node)) return;
    const names = new Set(texts.flatMap((line) => namesIn(column, line[j] ?? '')));
    if (names.size > 0) wanted.set(column, names);
  });
  return wanted;
}

/** Finds the records that pasted titles and numbers stand for, among those that may be chosen: each must name exactly one. */
export async function findRecords(
  wanted: ReadonlyMap<CompiledColumn, ReadonlySet<string>>,
  table: string,
  session: FormSession,
  tell: (done: number) => void,
  signal: AbortSignal,
): Promise<(column: CompiledColumn, text: string) => ReadText | undefined> {
  const { formKey } = session.compiled.definition;
  const version = session.record?.version;
  const tables = new Set(session.compiled.tables.keys());
  const values = Object.fromEntries(Object.entries(session.values).filter(([key]) => !tables.has(key)));
  const byColumn = new Map<CompiledColumn, Found>();
  let done = 0;
  for (const [column, names] of wanted) {
    const relation = relationOf(column.node);
    if (!relation) continue;
    const found = new Map<string, readonly { id: string; title: string }[]>();
    const all = [...names];
    for (let at = 0; at < all.length && !signal.aborted; at += PORTION) {
      const texts = all.slice(at, at + PORTION);
      const place = {
        formKey,
        field: column.key,
        table,
        values,
        row: {},
        ...(version === undefined ? {} : { version }),
      };
      for (const answer of await session.services.relations.resolve(relation.to, place, texts))
        found.set(answer.text, answer.found);
      tell((done += texts.length));
    }
    byColumn.set(column, found);
  }
  return (column, text) => {
    const relation = relationOf(column.node);
    const names = relation ? namesIn(column, text) : [];
    if (!relation || names.length === 0) return undefined;
    const chosen: { id: string; title: string }[] = [];
    for (const name of names) {
      const [record, ...more] = byColumn.get(column)?.get(name) ?? [];
      if (!record) return { ok: false, message: `没有名称或编号为“${name}”的可选记录` };
      if (more.length > 0) return { ok: false, message: `“${name}”不止一条记录，请在选择窗口中选择` };
      chosen.push(record);
    }
    const label = chosen.map(({ title }) => title).join(LIST_SEPARATOR);
    return { ok: true, value: relation.isMultiple ? chosen.map(({ id }) => id) : chosen[0]?.id, label };
  };
}
