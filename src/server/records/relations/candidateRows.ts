import type { FieldNode } from '../../../grammar/nodes.ts';
import type { FormRecord } from '../../../grammar/documents.ts';
import {
  companionKey,
  type FormDefinition,
  endOfPath,
  fieldsOf,
  type FormLookup,
  type WidgetDefinition,
  isTableNode,
  staticOptions,
} from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import type { RequestUser } from '../../http/user.ts';
import { valuesAlong } from './sourceValues.ts';

/** A column of the picking dialog. */
export interface CandidateColumn {
  name: string;
  label: string;
  isNumber: boolean;
  /** Only a field of the record itself can be sorted by. */
  isSortable: boolean;
}

/** A record that may be chosen, as texts. */
export interface CandidateRow {
  id: string;
  title: string;
  texts: Record<string, string>;
}

/** What people call the columns that every record has. */
export const SYSTEM_LABELS: Readonly<Record<string, string>> = {
  title: '标题',
  createByName: '创建人',
  createTime: '创建时间',
  updateTime: '修改时间',
  flwState: '状态',
};

const MOST_COLUMNS = 6;

/** The columns of a relation's dialog: those it names, else what the other form lists, with the title in front where none is its part. */
export function candidateColumns(
  target: FormDefinition,
  names: readonly string[] | undefined,
  formOf: FormLookup,
  { vocabulary }: ServerContext,
): CandidateColumn[] {
  const listed = [...fieldsOf(target).values()].filter(
    (node) => !isTableNode(node) && node.isHideField !== '1' && (node.isList === '1' || node.isTitle === '1'),
  );
  const wanted = names ?? listed.slice(0, MOST_COLUMNS).map((node) => node.__vModel__);
  return (wanted.length > 0 ? wanted : ['title']).flatMap((name): CandidateColumn[] => {
    const path = name.split('.');
    const end = endOfPath(target, path, formOf, vocabulary);
    if (!end) return [];
    const label = end.node ? end.node.label || end.name : (SYSTEM_LABELS[end.name] ?? end.name);
    return [{ name, label, isNumber: end.type === 'double', isSortable: path.length === 1 && end.type !== 'list' }];
  });
}

/** A stored value as people read it. */
export function textOf(node: FieldNode | null, value: unknown, label: unknown, { vocabulary }: ServerContext): string {
  if (typeof label === 'string' && label !== '') return label;
  if (node === null) return typeof value === 'string' ? value : '';
  const definition = vocabulary.definition(node.tag) as WidgetDefinition<FieldNode> | undefined;
  const options = staticOptions(node);
  return definition?.text?.(value, node, options ? { options } : {}) ?? '';
}

/** The records as rows of the dialog; what stands behind a relation is read as far as this person may. */
export async function candidateRows(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  target: FormDefinition,
  columns: readonly CandidateColumn[],
  records: readonly FormRecord[],
): Promise<CandidateRow[]> {
  const far = columns.filter(({ name }) => name.includes('.'));
  const rows: CandidateRow[] = [];
  for (const record of records) {
    const id = record.id ?? '';
    const texts: Record<string, string> = {};
    const along =
      far.length === 0
        ? null
        : await valuesAlong(
            context,
            db,
            user,
            target.formKey,
            id,
            far.map(({ name }) => name),
          );
    for (const { name } of columns) {
      const found = along?.get(name);
      const node = found ? (found.end?.node ?? null) : (fieldsOf(target).get(name) ?? null);
      const value = found
        ? found.value
        : node
          ? record.fieldsMap[name]
          : (record as unknown as Record<string, unknown>)[name];
      texts[name] = textOf(node, value, found ? found.label : record.fieldsMap[companionKey(name)], context);
    }
    rows.push({ id, title: record.title || id, texts });
  }
  return rows;
}
