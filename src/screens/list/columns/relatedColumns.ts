import type { FieldNode, ListNode } from '../../../grammar/nodes.ts';
import { endOfPath, fieldsOf, type FormLookup, type PathEnd } from '../../../relations/index.ts';
import { relationOf, type ColumnTraits, type FormDefinition, type Vocabulary } from '../../../kernel/index.ts';
import type { Services } from '../../../runtime/services/services.ts';
import { loadForm } from '../../shared/loadForm.ts';
import {
  controlFor,
  columnStyleOf,
  isShowable,
  widthOf,
  type ListColumn,
  type ListFilter,
  type ColumnSpec,
} from '../listParts.ts';
import { filterOfField, filterOfSystemColumn } from '../filters.ts';
import { isSystemColumn, SYSTEM_COLUMNS } from './systemColumns.ts';

/** Returns true if a column or filter follows relations, e.g. `contract.customer.customerName`. */
export const isPath = (field: string): boolean => field.includes('.');

/** Resolves a path along relations to its field or system column; null if missing or not permitted. */
function resolvePath(path: string, form: FormDefinition, formOf: FormLookup, vocabulary: Vocabulary): PathEnd | null {
  const end = endOfPath(form, path.split('.'), formOf, vocabulary);
  return end && (end.node ? isShowable(end.node) : isSystemColumn(end.name)) ? end : null;
}

const headingOf = ({ node, name }: PathEnd): string =>
  node ? (node.label ?? name) : isSystemColumn(name) ? SYSTEM_COLUMNS[name].label : name;

/** Compiles a column that shows a value of a related record; an unresolvable path yields no column. */
export function relatedColumn(
  written: ColumnSpec,
  form: FormDefinition,
  formOf: FormLookup,
  vocabulary: Vocabulary,
): ListColumn[] {
  const end = resolvePath(written.field, form, formOf, vocabulary);
  if (!end) return [];
  const { node, name } = end;
  const traits: ColumnTraits = node ? (vocabulary.definition(node.tag)?.column ?? {}) : {};
  const isMultiple = node !== null && 'multiple' in node && node.multiple === true;
  return [
    {
      field: written.field,
      title: written.title ?? headingOf(end),
      width: written.width ?? (node ? widthOf(node, traits) : isSystemColumn(name) ? SYSTEM_COLUMNS[name].width : 140),
      ...(written.fixed ? { fixed: written.fixed } : {}),
      isSortable: written.sortable ?? (traits.isSortable !== false && !isMultiple && end.type !== 'list'),
      isHidden: written.hidden ?? false,
      align: traits.align ?? 'left',
      isLane: false,
      isDay: false,
      ...columnStyleOf(written),
      node: node ? ((traits.inCell?.(node as never) as FieldNode | undefined) ?? node) : null,
      system: null,
      isState: node === null && name === 'flwState',
    },
  ];
}

/** Compiles a filter by a value of a related record; an unresolvable path yields no filter. */
export function relatedFilter(
  written: NonNullable<ListNode['filters']>[number],
  form: FormDefinition,
  formOf: FormLookup,
  vocabulary: Vocabulary,
): ListFilter[] {
  const end = resolvePath(written.field, form, formOf, vocabulary);
  if (!end) return [];
  const { node, name } = end;
  const shape = node ? filterOfField(node, vocabulary) : isSystemColumn(name) ? filterOfSystemColumn(name, true) : null;
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

/** Returns the paths along relations in the columns and filters of a list, without duplicates. */
export const relationPathsOf = ({ columns = [], filters = [] }: ListNode): string[] => [
  ...new Set([...columns, ...filters].map(({ field }) => field).filter(isPath)),
];

/**
 * Loads the forms that the paths reach along relations. A form that fails to load counts as missing: the list then
 * omits its columns and filters.
 */
export async function loadRelatedForms(
  paths: readonly string[],
  form: FormDefinition,
  loader: { services: Services; vocabulary: Vocabulary },
): Promise<FormLookup> {
  const forms = new Map<string, FormDefinition | null>([[form.formKey, form]]);
  const loadAlongPath = async (from: FormDefinition, [name = '', ...rest]: readonly string[]): Promise<void> => {
    const field = fieldsOf(from).get(name);
    const relation = field && rest.length > 0 ? relationOf(field) : null;
    if (!relation) return;
    if (!forms.has(relation.to))
      forms.set(
        relation.to,
        await loadForm({ ...loader, formKey: relation.to }).then(
          ({ definition }) => definition,
          () => null,
        ),
      );
    const relatedForm = forms.get(relation.to);
    if (relatedForm) await loadAlongPath(relatedForm, rest);
  };
  for (const path of paths) await loadAlongPath(form, path.split('.'));
  return (formKey) => forms.get(formKey) ?? null;
}
