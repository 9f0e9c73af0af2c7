import type { AnyNode, FieldNode } from '../grammar/nodes.ts';
import { type FormDefinition, isFieldNode, isTableNode, walkNodes, relationOf, columnNodes } from '../kernel/index.ts';
import { fieldsOf, type FormLookup } from '../relations/index.ts';

/** An effect: one action on records; the key that is set among `EFFECT_VERBS` says which. */
export type Effect = NonNullable<FormDefinition['effects']>[number];
/** A button of a row, of selected rows, of a record page or of a task. */
export type FormAction = NonNullable<FormDefinition['actions']>[number];
/** How a record of this form is created from a record of another form. */
export type CreateFrom = NonNullable<FormDefinition['createFrom']>[number];
/** Key of the target field -> expression of its value. */
export type EffectValues = NonNullable<Effect['fields']>;
/**
 * Key of the target sub-table -> how its rows are created: one row for each row of the sub-table `each` (with `when`:
 * for each row that meets this condition), with the values `fields`.
 */
export type EffectRows = NonNullable<Effect['rows']>;

/** An event of a record that triggers effects. */
export type EffectEvent = Exclude<NonNullable<Effect['on']>, 'time'>;
/** A reminder rule: notifies people a number of days before or after the date in a field. */
export type Reminder = NonNullable<FormDefinition['reminders']>[number];
/** Returns the effects of a form that run at scheduled times. */
export const timedEffects = ({ effects = [] }: FormDefinition): Effect[] =>
  effects.filter(({ on, every }) => on === 'time' && every !== undefined);

export const EFFECT_VERBS = ['require', 'set', 'create', 'start', 'link', 'void', 'remove', 'merge', 'notify'] as const;
export type EffectVerb = (typeof EFFECT_VERBS)[number];

/** Returns all verbs that an effect sets; a valid effect sets exactly one. */
export const verbsOf = (effect: Effect): EffectVerb[] => EFFECT_VERBS.filter((verb) => effect[verb] !== undefined);

/** Returns the verb of an effect; null if it has none or several. */
export function verbOf(effect: Effect): EffectVerb | null {
  const verbs = verbsOf(effect);
  return verbs.length === 1 ? (verbs[0] ?? null) : null;
}

/**
 * Prefix for the records that other effects of the form create: `made.samples` is the record of the effect with key
 * `samples`.
 */
export const CREATED_PREFIX = 'made';

/** The name for the record of the event itself, as the target of an effect. */
export const THIS_RECORD = 'this';

/** Returns the locations of an action's button. */
export const buttonLocationsOf = ({ at }: FormAction): readonly string[] => (typeof at === 'string' ? [at] : at);

/** Returns the fields of a dialog, by key. */
export const dialogFields = ({ dialog }: Pick<FormAction, 'dialog'>): ReadonlyMap<string, FieldNode> =>
  new Map(
    [...walkNodes((dialog ?? []) as AnyNode[])]
      .map(({ node }) => node)
      .filter(isFieldNode)
      .map((node) => [node.__vModel__, node] as const),
  );

/** Returns the columns of a sub-table, by key; null if there is no such table. */
export function columnsOfTable(definition: FormDefinition, key: string): ReadonlyMap<string, FieldNode> | null {
  const table = fieldsOf(definition).get(key);
  return table && isTableNode(table)
    ? new Map(columnNodes(table).map((column) => [column.__vModel__, column] as const))
    : null;
}

/**
 * Returns the fields that `row.` has in an effect that runs once per item of `each`; `key` is the value of `each`. For
 * a sub-table: its columns. For a relation to several records: a single field with the key of the relation, which
 * refers to one record in each run. Null if `key` is neither.
 */
export function columnsOfEach(definition: FormDefinition, key: string): ReadonlyMap<string, FieldNode> | null {
  const node = fieldsOf(definition).get(key);
  const relation = node ? relationOf(node) : null;
  if (!node || !relation?.isMultiple) return columnsOfTable(definition, key);
  const singleRelation = { tag: node.tag, __vModel__: key, label: node.label ?? key, to: relation.to } as FieldNode;
  return new Map([[key, singleRelation]]);
}

/** Returns every effect of a form: of its events and of its buttons. */
export const effectsOf = ({ effects = [], actions = [] }: FormDefinition): Effect[] => [
  ...effects,
  ...actions.flatMap((action) => action.effects ?? []),
];

/**
 * Returns the keys of the forms to which a definition refers other than by its relations: forms of created records,
 * sources of "create from", and forms of relations in dialogs.
 */
export function formKeysNamedBy(definition: FormDefinition): string[] {
  const dialogs = (definition.actions ?? []).flatMap((action) => [...dialogFields(action).values()]);
  return [
    ...effectsOf(definition).flatMap(({ create, start }) => [create, start]),
    ...(definition.createFrom ?? []).map(({ from }) => from),
    ...dialogs.map((node) => relationOf(node)?.to),
  ].filter((key): key is string => key !== undefined);
}

/**
 * Returns the form of the record to which a path of relations leads (`contract`, `contract.project`). The path begins
 * in the fields of `definition`; with the prefix `row.` in `rowFields`, with `dialog.` in `fieldsOfDialog`, and with
 * `made.` in `createdRecordFields` (the records that other effects created). Null if a part of the path is not a
 * relation to one record.
 */
export function formAtPath(
  path: string,
  definition: FormDefinition,
  rowFields: ReadonlyMap<string, FieldNode> | null,
  formOf: FormLookup,
  fieldsOfDialog: ReadonlyMap<string, FieldNode> | null = null,
  createdRecordFields: ReadonlyMap<string, FieldNode> | null = null,
): FormDefinition | null {
  const parts = path.split('.');
  const fieldsByPrefix = new Map([
    ['row', rowFields],
    ['dialog', fieldsOfDialog],
    [CREATED_PREFIX, createdRecordFields],
  ]);
  const prefixFields = fieldsByPrefix.get(parts[0] ?? '') ?? null;
  let fields = prefixFields ?? fieldsOf(definition);
  let form: FormDefinition | null = null;
  for (const part of prefixFields ? parts.slice(1) : parts) {
    const node = fields.get(part);
    const relation = node ? relationOf(node) : null;
    form = relation && !relation.isMultiple ? formOf(relation.to) : null;
    if (!form) return null;
    fields = fieldsOf(form);
  }
  return form;
}
