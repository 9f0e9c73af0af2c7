import { endOfPath, fieldsOf, type FormLookup } from '../../../relations/index.ts';
import { relationOf, type FormDefinition } from '../../../kernel/index.ts';
import type { SheetCell, SheetColumn } from '../../archive/index.ts';
import type { ServerContext } from '../../context.ts';
import { relatedForms } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { SYSTEM_LABELS, textOf } from '../relations/selectableRows.ts';
import type { PathValue } from './pathColumns.ts';

/** A workbook column that shows the values of a relation path. `related`: the values of one record, by path. */
export interface PathSheetColumn extends SheetColumn {
  cell(related: Readonly<Record<string, PathValue>>): SheetCell;
}

/** Returns the column heading of a relation path: the labels of its fields, for example `合同 / 客户`. */
function headingOf(form: FormDefinition, path: readonly string[], formOf: FormLookup): string {
  const [name = '', ...rest] = path;
  const node = fieldsOf(form).get(name);
  const label = node?.label || SYSTEM_LABELS[name] || name;
  const relation = node && rest.length > 0 ? relationOf(node) : null;
  const next = relation && formOf(relation.to);
  return next ? `${label} / ${headingOf(next, rest, formOf)}` : label;
}

/**
 * Returns workbook columns for relation paths. Numbers stay numbers; other values become display texts. Without paths
 * it does not read the database.
 */
export async function loadPathSheetColumns(
  context: ServerContext,
  db: Db,
  form: FormDefinition,
  paths: readonly string[],
): Promise<PathSheetColumn[]> {
  if (paths.length === 0) return [];
  const formOf = await relatedForms(context, db, form);
  return paths.map((path) => {
    const parts = path.split('.');
    const node = endOfPath(form, parts, formOf, context.vocabulary)?.node ?? null;
    return {
      title: headingOf(form, parts, formOf),
      cell(related) {
        const pathValue = related[path];
        if (!pathValue) return null;
        if (typeof pathValue.value === 'number') return pathValue.value;
        return textOf(node, pathValue.value, pathValue.label, context) || null;
      },
    };
  });
}
