import type { CompiledForm, Vocabulary } from '../../../kernel/index.ts';
import { fieldsOf, type FieldInfo } from '../../flow/panel/design.ts';
import { isObject } from '../model/nodes.ts';
import type { Effect } from './effectModel.ts';
import {
  relatedForms,
  relationsIn,
  relationsOf,
  type FormLookup,
  type Relation,
  type RelatedForm,
} from './relations.ts';

/**
 * Names that an effect or button may use in addition to the fields of the record. Each has a prefix: `row.` (the row
 * for which an effect runs), `dialog.` (a field of the button's dialog) or `made.` (a record that an effect creates).
 */
export interface RuleScope {
  /** Key, label and type of each name; the keys have the prefix. */
  infos: readonly FieldInfo[];
  /** The names that refer to records of another form; the keys have the prefix. */
  relations: readonly Relation[];
}

const NO_SCOPE: RuleScope = { infos: [], relations: [] };
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Returns the names of the row for which an effect runs. `each`: the key of a sub-table, or of a relation to several
 * records. For a sub-table, the names are its columns. For a relation, the row is one of the related records, and the
 * only name is a relation to this record.
 */
export function rowScope(compiled: CompiledForm, each: string): RuleScope {
  const multipleRelation = relationsOf(compiled).find(({ key, isMultiple }) => key === each && isMultiple);
  if (multipleRelation) {
    const label = `每一条“${multipleRelation.label}”`;
    const info: FieldInfo = { key: `row.${each}`, label, tag: '', type: 'string', options: null, columns: null };
    return { infos: [info], relations: [{ key: info.key, label, to: multipleRelation.to, isMultiple: false }] };
  }
  const columns = compiled.tables.get(each)?.columns ?? [];
  return {
    infos: columns.map((column) => ({
      key: `row.${column.key}`,
      label: `本行 › ${column.node.label ?? column.key}`,
      tag: column.node.tag,
      ...(column.definition.references?.to === 'user' ? { isPerson: true } : {}),
      type: column.valueType,
      options: column.options,
      columns: null,
    })),
    relations: relationsIn(columns).map((relation) => ({
      ...relation,
      key: `row.${relation.key}`,
      label: `本行 › ${relation.label}`,
    })),
  };
}

const dialogNodes = (dialog: unknown): { key: string; node: Readonly<Record<string, unknown>> }[] =>
  listOf(dialog)
    .filter(isObject)
    .flatMap((node) => (typeof node.__vModel__ === 'string' ? [{ key: node.__vModel__, node }] : []));

/** Returns the names of the fields in a button's dialog. */
export function dialogScope(dialog: unknown, vocabulary: Vocabulary): RuleScope {
  const nodes = dialogNodes(dialog);
  return {
    infos: nodes.map(({ key, node }) => ({
      key: `dialog.${key}`,
      label: `填写的${textOf(node.label) || key}`,
      tag: textOf(node.tag),
      ...(vocabulary.definition(textOf(node.tag))?.references?.to === 'user' ? { isPerson: true } : {}),
      type: 'dyn',
      options: null,
      columns: null,
    })),
    relations: relationsIn(nodes).map((relation) => ({
      ...relation,
      key: `dialog.${relation.key}`,
      label: `填写的${relation.label}`,
    })),
  };
}

/**
 * Returns the names of records that the effect `edited` may use because other effects of the form create them: once for
 * the whole record, or for the same rows for which `edited` runs. Leaves out effects without a key and effects that run
 * at a time. `nameOf`: returns the name of a form.
 */
export function madeScope(effects: readonly unknown[], edited: Effect, nameOf: (formKey: string) => string): RuleScope {
  const relations = effects.filter(isObject).flatMap((effect): Relation[] => {
    const to = textOf(effect.create ?? effect.start);
    const isUsable = effect !== edited && textOf(effect.key) !== '' && to !== '' && effect.on !== 'time';
    return isUsable && (effect.each === undefined || effect.each === edited.each) && effect.key !== edited.key
      ? [{ key: `made.${textOf(effect.key)}`, label: `生成的“${nameOf(to)}”`, to, isMultiple: false }]
      : [];
  });
  const infos = relations.map(({ key, label }): FieldInfo => ({
    key,
    label,
    tag: '',
    type: 'string',
    options: null,
    columns: null,
  }));
  return { infos, relations };
}

/** Combines the names of several scopes. */
export const joinScopes = (scopes: readonly RuleScope[]): RuleScope =>
  scopes.length === 0
    ? NO_SCOPE
    : { infos: scopes.flatMap(({ infos }) => infos), relations: scopes.flatMap(({ relations }) => relations) };

/**
 * Returns the names that one effect may use in addition to the fields of the record: the names of its row, if it runs
 * for each row, and, unless the effect belongs to a button, the records that other effects create.
 */
export const effectScope = ({
  effect,
  compiled,
  effects,
  isOfButton,
  names: { forms },
}: {
  effect: Effect;
  compiled: CompiledForm;
  effects: readonly unknown[];
  isOfButton: boolean;
  names: { forms: readonly { key: string; name: string }[] };
}): RuleScope =>
  joinScopes([
    ...(textOf(effect.each) === '' ? [] : [rowScope(compiled, textOf(effect.each))]),
    ...(isOfButton ? [] : [madeScope(effects, effect, (key) => forms.find((form) => form.key === key)?.name ?? key)]),
  ]);

/** Returns the fields of related forms except sub-tables; the path of the form precedes each key. */
export const infosOfRelated = (related: readonly RelatedForm[]): FieldInfo[] =>
  related.flatMap(({ path, label, form }) =>
    fieldsOf(form)
      .filter(({ columns }) => columns === null)
      .map((info) => ({ ...info, key: `${path}.${info.key}`, label: `${label} › ${info.label}` })),
  );

/** Adds to `names` the names of a scope, and the fields of the forms to which its relations to one record refer. */
export function withScope<
  T extends { infos: readonly FieldInfo[]; related: readonly RelatedForm[]; formOf: FormLookup },
>(names: T, { infos, relations }: RuleScope): T {
  if (infos.length === 0) return names;
  const related = relatedForms(relations, names.formOf, 1);
  return {
    ...names,
    infos: [...infos, ...infosOfRelated(related), ...names.infos],
    related: [...related, ...names.related],
  };
}

/**
 * Returns the keys of other forms whose fields the rules may use. These are the forms in which effects create records,
 * and the target forms of relations in dialogs, of relations in sub-tables, and of relations to several records. Does
 * not return the target forms of the form's own relations to one record. A key may occur several times.
 */
export function formsInRules(
  compiled: CompiledForm,
  effects: readonly unknown[],
  actions: readonly unknown[],
): string[] {
  const buttons = actions.filter(isObject);
  const allEffects = [...effects, ...buttons.flatMap((action) => listOf(action.effects))].filter(isObject);
  return [
    ...allEffects.map((effect) => textOf(effect.create ?? effect.start)),
    ...buttons.flatMap((action) => relationsIn(dialogNodes(action.dialog)).map(({ to }) => to)),
    ...[...compiled.tables.values()].flatMap(({ columns }) => relationsIn(columns).map(({ to }) => to)),
    ...relationsOf(compiled).flatMap(({ isMultiple, to }) => (isMultiple ? [to] : [])),
  ].filter((key) => key !== '');
}

/** A key of an effect that `renameMade` can replace. */
const MADE_KEY = /^[A-Za-z][\w-]*$/;

/** Replaces `made.<before>` by `made.<after>` in all texts of the rules. */
function renameMade(rules: readonly unknown[], before: string, after: string): readonly unknown[] {
  const pattern = new RegExp(String.raw`(?<![\w.$])made\.${before}(?![\w-])`, 'g');
  const renameIn = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(pattern, `made.${after}`);
    if (Array.isArray(value)) return value.map(renameIn);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renameIn(inner)]));
  };
  return rules.map(renameIn);
}

/**
 * Returns the changed effects (`after`). If the only change is a new key of one effect, the key is also replaced in the
 * effects that use the record created by this effect, provided that no other effect has the old or the new key.
 * `before`: the effects before the change.
 */
export function withRenamedKeys(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  if (before.length !== after.length) return after;
  const keyAt = (rules: readonly unknown[], index: number): string => {
    const rule = rules[index];
    return isObject(rule) ? textOf(rule.key) : '';
  };
  const isUniqueKey = (rules: readonly unknown[], key: string): boolean =>
    MADE_KEY.test(key) && rules.filter((_rule, index) => keyAt(rules, index) === key).length === 1;
  const changedIndexes = before.flatMap((rule, index) => (rule === after[index] ? [] : [index]));
  const [index = -1] = changedIndexes;
  const [from, to] = [keyAt(before, index), keyAt(after, index)];
  return changedIndexes.length === 1 && from !== to && isUniqueKey(before, from) && isUniqueKey(after, to)
    ? renameMade(after, from, to)
    : after;
}
