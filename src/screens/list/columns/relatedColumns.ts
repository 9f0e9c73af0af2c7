import type { FieldNode, ListNode } from '../../../grammar/nodes.ts';
import { endOfPath, fieldsOf, type FormLookup, type PathEnd } from '../../../relations/index.ts';
import { relationOf, type ColumnTraits, type FormDefinition, type Vocabulary } from '../../../kernel/index.ts';
import type { Services } from '../../../runtime/services/services.ts';
import { loadForm } from '../../shared/loadForm.ts';
import {
  controlFor,
  columnStyleOf,
  canBeColumn,
  widthOf,
  type ListColumn,
  type ListFilter,
  type ColumnSpec,
} from '../listParts.ts';
import { filterOfField, filterOfSystemColumn } from '../filters.ts';
import { isSystemColumn, SYSTEM_COLUMNS } from './systemColumns.ts';

/** Returns true if a column or filter follows relations, e.g. `contract.customer.customerName`. */
export const isRelationPath = (field: string): boolean => field.includes('.');

/**
 * Returns the field or system column at the end of a path along relations; null if it does not exist or cannot be
 * shown.
 */
function resolvePath(path: string, form: FormDefinition, formOf: FormLookup, vocabulary: Vocabulary): PathEnd | null {
  const pathEnd = endOfPath(form, path.split('.'), formOf, vocabulary);
  return pathEnd && (pathEnd.node ? canBeColumn(pathEnd.node) : isSystemColumn(pathEnd.name)) ? pathEnd : null;
}

/** Returns the default heading of a column whose path ends at this field or system column. */
const headingOf = ({ node, name }: PathEnd): string =>
  node ? (node.label ?? name) : isSystemColumn(name) ? SYSTEM_COLUMNS[name].label : name;

/** Compiles a column that shows a value of a related record; empty for a path that does not exist. */
export function relatedColumn(
  spec: ColumnSpec,
  form: FormDefinition,
  formOf: FormLookup,
  vocabulary: Vocabulary,
): ListColumn[] {
  const pathEnd = resolvePath(spec.field, form, formOf, vocabulary);
  if (!pathEnd) return [];
  const { node, name } = pathEnd;
  const traits: ColumnTraits = node ? (vocabulary.definition(node.tag)?.column ?? {}) : {};
  const isMultiple = node !== null && 'multiple' in node && node.multiple === true;
  return [
    {
      field: spec.field,
      title: spec.title ?? headingOf(pathEnd),
      width: spec.width ?? (node ? widthOf(node, traits) : isSystemColumn(name) ? SYSTEM_COLUMNS[name].width : 140),
      ...(spec.fixed ? { fixed: spec.fixed } : {}),
      isSortable: spec.sortable ?? (traits.isSortable !== false && !isMultiple && pathEnd.type !== 'list'),
      isHidden: spec.hidden ?? false,
      align: traits.align ?? 'left',
      isLaneColumn: false,
      isDayColumn: false,
      ...columnStyleOf(spec),
      node: node ? ((traits.nodeInListCell?.(node as never) as FieldNode | undefined) ?? node) : null,
      system: null,
      isRelatedState: node === null && name === 'flwState',
    },
  ];
}

/** Compiles a filter by a value of a related record; empty for a path that does not exist. */
export function relatedFilter(
  spec: NonNullable<ListNode['filters']>[number],
  form: FormDefinition,
  formOf: FormLookup,
  vocabulary: Vocabulary,
): ListFilter[] {
  const pathEnd = resolvePath(spec.field, form, formOf, vocabulary);
  if (!pathEnd) return [];
  const { node, name } = pathEnd;
  const shape = node ? filterOfField(node, vocabulary) : isSystemColumn(name) ? filterOfSystemColumn(name, true) : null;
  return shape === null
    ? []
    : [
        {
          field: spec.field,
          label: spec.label ?? headingOf(pathEnd),
          op: spec.op ?? shape.op,
          control: controlFor(spec.op, shape.control),
          defaultValue: spec.defaultValue,
        },
      ];
}

/** Returns the paths along relations in the columns and filters of a list, without duplicates. */
export const relationPathsOf = ({ columns = [], filters = [] }: ListNode): string[] => [
  ...new Set([...columns, ...filters].map(({ field }) => field).filter(isRelationPath)),
];

/**
 * Loads the forms that the paths reach along relations. A form that fails to load counts as missing: the list then
 * omits the columns and filters whose paths lead through this form.
 */
export async function loadRelatedForms(
  paths: readonly string[],
  form: FormDefinition,
  loader: { services: Services; vocabulary: Vocabulary },
): Promise<FormLookup> {
  const forms = new Map<string, FormDefinition | null>([[form.formKey, form]]);
  const loadAlongPath = async (startForm: FormDefinition, [name = '', ...rest]: readonly string[]): Promise<void> => {
    const field = fieldsOf(startForm).get(name);
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
