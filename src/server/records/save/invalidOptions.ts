import {
  type CompiledField,
  type CompiledForm,
  type Scope,
  hasStoredType,
  isDisabledPart,
  isOptionPart,
} from '../../../kernel/index.ts';
import { type Problem, problem } from '../../../domain/problem/index.ts';
import { isSameValue, recordToValues } from '../../../records/index.ts';
import type { Situation } from '../../../rules/situation.ts';
import type { OptionLookup } from './optionLookup.ts';
import { valueGroupsOf, type Save, type ValueGroup } from './valueGroups.ts';
import { singleValuesOf, optionSourceOf } from './optionSources.ts';
import type { RecordValues } from '../tables.ts';

/** A field whose value has parts that its option source does not contain. */
interface InvalidOption {
  field: CompiledField;
  group: ValueGroup;
  invalidParts: readonly unknown[];
}

const allowsNewOptions = ({ node }: CompiledField): boolean => 'allow-create' in node && node['allow-create'] === true;

/**
 * Whether the field's values are verified here. Not verified: computed values, relations (`settleRelations`) and fields
 * that allow new options.
 */
export const isVerifiable = (field: CompiledField): boolean => {
  const source = optionSourceOf(field);
  return source !== null && source.kind !== 'relation' && field.compute === null && !allowsNewOptions(field);
};

function findInvalidParts(field: CompiledField, group: ValueGroup, lookUpOption: OptionLookup): readonly unknown[] {
  const { now, before } = group;
  const source = optionSourceOf(field);
  const value = now[field.key];
  if (!source || field.isEmpty(value)) return [];
  const parts = singleValuesOf(field, value);
  const storedParts = new Set(singleValuesOf(field, before?.[field.key]).map(String));
  if (source.kind === 'static')
    return parts.filter(
      (part) =>
        !isOptionPart(source.options, part) || (isDisabledPart(source.options, part) && !storedParts.has(String(part))),
    );
  const isKnown = (part: unknown): boolean => {
    const option = lookUpOption(field, group, String(part));
    return option !== undefined && (!option.isRetired || storedParts.has(String(part)));
  };
  return parts.flat().filter((part) => !isKnown(part));
}

/** Whether the invalid value is reported to this person: they can edit the field, or they changed its value. */
function isReported({ field, group }: InvalidOption, values: Scope['values'], situation: Situation): boolean {
  const { now, before, table } = group;
  const scope: Scope = {
    values,
    situation,
    ...(table ? { row: now, rowId: group.rowId, isNewRow: before === undefined } : {}),
  };
  if (field.access(scope).editable) return true;
  if (before !== undefined) return !isSameValue(now[field.key], before[field.key]);
  return field.mayWrite(scope) && !isSameValue(now[field.key], field.initial(scope));
}

/**
 * Returns a function that reads which single values the field of an invalid option has in `verified` (none if
 * `verified` is null).
 */
function createVerifiedPartsReader(verified: RecordValues | null): (option: InvalidOption) => ReadonlySet<string> {
  const rows = new Map(
    Object.entries(verified?.childTables ?? {}).map(([table, list]) => [
      table,
      new Map(list.map((row) => [row.id, row.fieldsMap])),
    ]),
  );
  return ({ field, group }) => {
    const fields = group.table ? rows.get(group.table.key)?.get(group.rowId ?? '') : verified?.fieldsMap;
    return new Set(singleValuesOf(field, fields?.[field.key]).map(String));
  };
}

/**
 * Finds values that are not in their dictionary, not a person, department, unit or record, or not an option of the
 * document: VALUE_OPTION with the path. `verified` loads the values stored by the last save that passed all checks
 * (submit, approve, import); null: there is none. These values may stay even if their option no longer exists. A stored
 * value may stay if its option is retired or disabled.
 */
export async function findInvalidOptions(
  form: CompiledForm,
  save: Save,
  situation: Situation,
  lookUpOption: OptionLookup,
  verified: () => Promise<RecordValues | null>,
): Promise<Problem[]> {
  const invalidOptions: InvalidOption[] = [];
  for (const group of valueGroupsOf(form, save, isVerifiable)) {
    for (const field of group.fields) {
      if (!hasStoredType(field.node, group.now[field.key])) continue;
      const parts = findInvalidParts(field, group, lookUpOption);
      if (parts.length > 0) invalidOptions.push({ field, group, invalidParts: parts });
    }
  }
  if (invalidOptions.length === 0) return [];
  const values = recordToValues(save.values, form);
  const reported = invalidOptions.filter((option) => isReported(option, values, situation));
  const readVerifiedParts = createVerifiedPartsReader(
    reported.some(({ group }) => group.before !== undefined) ? await verified() : null,
  );
  return reported.flatMap((option) => {
    const verifiedParts = readVerifiedParts(option);
    const invalidPart = option.invalidParts.find((part) => !verifiedParts.has(String(part)));
    const { field, group } = option;
    return invalidPart === undefined
      ? []
      : [
          problem('VALUE_OPTION', [...group.path, field.key], {
            label: field.node.label || field.key,
            value: String(invalidPart),
          }),
        ];
  });
}
