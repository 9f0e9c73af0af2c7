import type { FieldNode, ListNode } from '../../grammar/nodes.ts';
import {
  endOfPath,
  fieldsOf,
  relationOf,
  type ColumnTraits,
  type FormDefinition,
  type FormLookup,
  type PathEnd,
  type Vocabulary,
} from '../../kernel/index.ts';
import type { Services } from '../../runtime/services/services.ts';
import { loadForm } from '../shared/loadForm.ts';
import {
  controlFor,
  dressOf,
  isShowable,
  widthOf,
  type ListColumn,
  type ListFilter,
  type Written,
} from './listParts.ts';
import { filterOfField, filterOfSystemColumn } from './filters.ts';
import { isSystemColumn, SYSTEM_COLUMNS } from './systemColumns.ts';

/** A column or filter that follows relations: `contract.customer.customerName`. */
export const isPath = (field: string): boolean => field.includes('.');

/** Where a path of a list ends; null where it leads nowhere, or to what is not shown: such a column is left out. */
function endOf(path: string, form: FormDefinition, formOf: FormLookup, vocabulary: Vocabulary): PathEnd | null {
  const end = endOfPath(form, path.split('.'), formOf, vocabulary);
  return end && (end.node ? isShowable(end.node) : isSystemColumn(end.name)) ? end : null;
}

const headingOf = ({ node, name }: PathEnd): string =>
  node ? (node.label ?? name) : isSystemColumn(name) ? SYSTEM_COLUMNS[name].label : name;

/** A column that shows a value of another record, drawn by the face of its field there. */
export function relatedColumn(
  written: Written,
  form: FormDefinition,
  formOf: FormLookup,
  vocabulary: Vocabulary,
): ListColumn[] {
  const end = endOf(written.field, form, formOf, vocabulary);
  if (!end) return [];
  const { node, name } = end;
  const traits: ColumnTraits = node ? (vocabulary.definition(node.tag)?.column ?? {}) : {};
  const isSeveral = node !== null && 'multiple' in node && node.multiple === true;
  return [
    {
      field: written.field,
      title: written.title ?? headingOf(end),
      width: written.width ?? (node ? widthOf(node, traits) : isSystemColumn(name) ? SYSTEM_COLUMNS[name].width : 140),
      ...(written.fixed ? { fixed: written.fixed } : {}),
      isSortable: written.sortable ?? (traits.isSortable !== false && !isSeveral && end.type !== 'list'),
      isHidden: written.hidden ?? false,
      align: traits.align ?? 'left',
      isLane: false,
      isDay: false,
      ...dressOf(written),
      node: node ? ((traits.inCell?.(node as never) as FieldNode | undefined) ?? node) : null,
      system: null,
      isState: node === null && name === 'flwState',
    },
  ];
}

/** A filter by a value of another record. */
export function relatedFilter(
  written: NonNullable<ListNode['filters']>[number],
  form: FormDefinition,
  formOf: FormLookup,
  vocabulary: Vocabulary,
): ListFilter[] {
  const end = endOf(written.field, form, formOf, vocabulary);
  if (!end) return [];
  const { node, name } = end;
  const shape = node ? filterOfField(node, vocabulary) : isSystemColumn(name) ? filterOfSystemColumn(name) : null;
  return shape === null
    ? []
    : [
        {
          field: written.field,
          label: written.label ?? headingOf(end),
          op: written.op ?? shape.op,
          control: controlFor(written.op, shape.control),
          defaultValue: written.defaultValue,
        },
      ];
}

/** The paths along relations that a list shows or filters by. */
export const pathsOf = ({ columns = [], filters = [] }: ListNode): string[] => [
  ...new Set([...columns, ...filters].map(({ field }) => field).filter(isPath)),
];

/**
 * The forms that the columns and filters of a list lead to along relations. A form that cannot be had is left out: the list
 * is shown without what stands behind it.
 */
export async function formsAlong(
  paths: readonly string[],
  form: FormDefinition,
  given: { services: Services; vocabulary: Vocabulary },
): Promise<FormLookup> {
  const found = new Map<string, FormDefinition | null>([[form.formKey, form]]);
  const follow = async (from: FormDefinition, [name = '', ...rest]: readonly string[]): Promise<void> => {
    const own = fieldsOf(from).get(name);
    const relation = own && rest.length > 0 ? relationOf(own) : null;
    if (!relation) return;
    if (!found.has(relation.to))
      found.set(
        relation.to,
        await loadForm({ ...given, formKey: relation.to }).then(
          ({ definition }) => definition,
          () => null,
        ),
      );
    const next = found.get(relation.to);
    if (next) await follow(next, rest);
  };
  for (const path of paths) await follow(form, path.split('.'));
  return (formKey) => found.get(formKey) ?? null;
}
