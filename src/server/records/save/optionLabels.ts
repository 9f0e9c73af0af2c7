import type { FormRecord } from '../../../grammar/documents.ts';
import type { CompiledField, CompiledForm, Option } from '../../../kernel/index.ts';
import { companionKey } from '../../../domain/companionKey.ts';
import { isSameValue } from '../../../records/index.ts';
import { type OptionLookup, singleValuesOf, optionSourceOf } from './optionLookup.ts';
import { valueGroupsOf, type Save, type ValueGroup } from './valueGroups.ts';
import type { RecordValues } from '../tables.ts';

/** The separator with which widget definitions join several labels. */
const LABEL_SEPARATOR = '、';

/** Checks whether the value is a text that is not empty. */
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * Returns the stored label of each single value by its text. These labels are used for options that no longer exist.
 * Returns an empty map if the number of stored labels differs from the number of values.
 */
function storedLabels(field: CompiledField, before: ValueGroup['before']): ReadonlyMap<string, string> {
  const joinedLabels = before?.[companionKey(field.key)];
  const singleValues = singleValuesOf(field, before?.[field.key]).map(String);
  const labels = isText(joinedLabels) ? joinedLabels.split(LABEL_SEPARATOR) : [];
  return new Map(
    labels.length === singleValues.length
      ? singleValues.map((singleValue, index) => [singleValue, labels[index] as string])
      : [],
  );
}

/**
 * Returns the options from which the label of the field's value is built: all options of a static list, otherwise one
 * option per single value. Returns null if the server cannot look up the field's options.
 */
function optionsFor(field: CompiledField, group: ValueGroup, lookUpOption: OptionLookup): readonly Option[] | null {
  const { now, before } = group;
  const source = optionSourceOf(field);
  if (!source) return null;
  if (source.kind === 'static') return source.options;
  const labelsBefore = storedLabels(field, before);
  return singleValuesOf(field, now[field.key])
    .flat()
    .map((singleValue) => ({
      value: singleValue as Option['value'],
      label:
        lookUpOption(field, group, String(singleValue))?.label ??
        labelsBefore.get(String(singleValue)) ??
        String(singleValue),
    }));
}

/**
 * Returns the label to store with the field's value. '': the value is empty; null: store null instead of a label;
 * undefined: keep the present label.
 */
function newLabelOf(field: CompiledField, group: ValueGroup, lookUpOption: OptionLookup): string | null | undefined {
  const { now, before, sent } = group;
  const labelKey = companionKey(field.key);
  const value = now[field.key];
  if (field.isEmpty(value)) return isText(now[labelKey]) ? '' : undefined;
  const isUnchanged = before !== undefined && isSameValue(value, before[field.key]);
  // an unchanged value keeps its label even if the option was renamed
  if (isUnchanged && isText(before[labelKey])) return before[labelKey];
  const options = optionsFor(field, group, lookUpOption);
  if (options) return field.definition.text?.(value, field.node as never, { options }) ?? '';
  // the server cannot verify labels of options that it cannot look up, so it stores the sent label; if a changed value
  // is sent without a label, null replaces the label of the previous value
  if (isText(sent[labelKey])) return sent[labelKey];
  return before === undefined || isUnchanged ? undefined : null;
}

/**
 * Checks whether a group contains an outdated label of a field that has no labels in this version of the form: an
 * earlier version stored the label, and this save changes the value. If the label were kept, a later version in which
 * the field has labels again would show it.
 */
function hasOutdatedLabel({ key }: CompiledField, { fields, now, before }: ValueGroup): boolean {
  const labelKey = companionKey(key);
  return (
    Object.hasOwn(now, labelKey) &&
    before !== undefined &&
    !isSameValue(now[key], before[key]) &&
    // a field with the label's key contains its own value, not a label
    !fields.some((field) => field.key === labelKey)
  );
}

/** Returns the values of a group with their new labels; `group.now` itself if no label changes. */
function relabel(group: ValueGroup, lookUpOption: OptionLookup): ValueGroup['now'] {
  let changedValues: Record<string, unknown> | null = null;
  for (const field of group.fields) {
    const key = companionKey(field.key);
    if (!field.hasCompanion) {
      if (!hasOutdatedLabel(field, group)) continue;
      changedValues ??= { ...group.now };
      delete changedValues[key];
      continue;
    }
    const label = newLabelOf(field, group, lookUpOption);
    if (label === undefined || label === group.now[key]) continue;
    changedValues ??= { ...group.now };
    changedValues[key] = label;
  }
  return changedValues ?? group.now;
}

/**
 * Returns the values with their labels, the companions (LB-001…003). The server writes the labels of people,
 * departments, units, dictionary items, records and static options from its own data and ignores the sent labels. It
 * keeps the sent label of an option that comes from any other call. An unchanged value keeps its stored label. If a
 * field has no labels in this version, the label of an earlier version is removed when the value changes.
 */
export function withLabels(form: CompiledForm, save: Save, lookUpOption: OptionLookup): RecordValues {
  const [recordGroup, ...rowGroups] = valueGroupsOf(form, save, () => true);
  if (!recordGroup) return save.values;
  const childTables: FormRecord['childTables'] = { ...save.values.childTables };
  for (const group of rowGroups) {
    const now = relabel(group, lookUpOption);
    if (now === group.now || !group.table) continue;
    const { key } = group.table;
    if (childTables[key] === save.values.childTables[key]) childTables[key] = [...(save.values.childTables[key] ?? [])];
    (childTables[key] as FormRecord['childTables'][string])[group.path[2] as number] = {
      id: group.rowId as string,
      fieldsMap: now,
    };
  }
  return { fieldsMap: relabel(recordGroup, lookUpOption), childTables };
}
