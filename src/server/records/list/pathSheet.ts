import { endOfPath, fieldsOf, relationOf, type FormDefinition, type FormLookup } from '../../../kernel/index.ts';
import type { SheetCell, SheetColumn } from '../../archive/index.ts';
import type { ServerContext } from '../../context.ts';
import { relatedForms } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { SYSTEM_LABELS, textOf } from '../relations/candidateRows.ts';
import type { PathValue } from './pathColumns.ts';

/** A column of a workbook that shows what stands along a path. */
export interface PathSheetColumn extends SheetColumn {
  cell(related: Readonly<Record<string, PathValue>>): SheetCell;
}

/** The labels of the fields on the way: `合同 / 客户`. */
function headingOf(form: FormDefinition, path: readonly string[], formOf: FormLookup): string {
  const [name = '', ...rest] = path;
  const node = fieldsOf(form).get(name);
  const label = node?.label || SYSTEM_LABELS[name] || name;
  const relation = node && rest.length > 0 ? relationOf(node) : null;
  const next = relation && formOf(relation.to);
  return next ? `${label} / ${headingOf(next, rest, formOf)}` : label;
}

/** Columns of a workbook for paths along relations; numbers stay numbers. Without paths nothing is read. */
export async function pathColumnsOfSheet(
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
        const found = related[path];
        if (!found) return null;
        return typeof found.value === 'number' ? found.value : textOf(node, found.value, found.label, context) || null;
      },
    };
  });
}
