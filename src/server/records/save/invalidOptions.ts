import {
  type CompiledField,
  type CompiledForm,
  type Scope,
  hasStoredType,
  isDisabledPart,
  isOptionPart,
  namesInLabel,
  optionParts,
} from '../../../kernel/index.ts';
import { companionKey } from '../../../domain/companionKey.ts';
import { type Problem, problem } from '../../../domain/problem/index.ts';
import { isSameValue, recordToValues } from '../../../records/index.ts';
import type { Situation } from '../../../rules/situation.ts';
import { type OptionLookup, singleValuesOf, optionSourceOf } from './optionLookup.ts';
import { valueGroupsOf, type Save, type ValueGroup } from './valueGroups.ts';
import type { RecordValues } from '../tables.ts';

/** A field, and the parts of its value (`partsToVerify`) that are not valid options. */
interface InvalidValue {
  field: CompiledField;
  group: ValueGroup;
  invalidParts: readonly unknown[];
}

/** Checks whether a person may enter a value that is not among the options of the field. */
const allowsNewOptions = ({ node }: CompiledField): boolean => 'allow-create' in node && node['allow-create'] === true;

/**
 * Checks whether this file verifies the field's values. It does not verify computed values, relations (see
 * `settleRelations`) and fields that allow new options.
 */
export const isVerifiable = (field: CompiledField): boolean => {
  const source = optionSourceOf(field);
  return source !== null && source.kind !== 'relation' && field.compute === null && !allowsNewOptions(field);
};

/**
 * Returns the parts of a value that must be verified one by one: its single values (`singleValuesOf`). A path is
 * verified as a whole against the options of the definition. For any other source, each level of the path is looked up.
 */
function partsToVerify(field: CompiledField, value: unknown): readonly unknown[] {
  const singleValues = singleValuesOf(field, value);
  return optionSourceOf(field)?.kind === 'static' ? singleValues : singleValues.flat();
}

/**
 * Returns the invalid parts (`partsToVerify`) of the field's value. A part is invalid if the option source does not
 * contain it. A part with a retired or disabled option is invalid unless the stored value of the field also contains
 * it.
 */
function findInvalidParts(field: CompiledField, group: ValueGroup, lookUpOption: OptionLookup): readonly unknown[] {
  const { now, before } = group;
  const source = optionSourceOf(field);
  const value = now[field.key];
  if (!source || field.isEmpty(value)) return [];
  const parts = partsToVerify(field, value);
  const storedParts = new Set(partsToVerify(field, before?.[field.key]).map(String));
  if (source.kind === 'static')
    return parts.filter(
      (part) =>
        !isOptionPart(source.options, part) || (isDisabledPart(source.options, part) && !storedParts.has(String(part))),
    );
  const isValid = (part: unknown): boolean => {
    const option = lookUpOption(field, group, String(part));
    return option !== undefined && (!option.isRetired || storedParts.has(String(part)));
  };
  return parts.filter((part) => !isValid(part));
}

/**
 * Checks whether the invalid value is reported to this person: they can edit the field now, or they changed its value.
 * In a new record or row, the value is compared with the default value.
 */
function isReported({ field, group }: InvalidValue, values: Scope['values'], situation: Situation): boolean {
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
 * Creates a function that returns which parts of a field's value were verified earlier: the parts of the value of the
 * same field and row in `verifiedValues`. It returns an empty set if `verifiedValues` is null.
 */
function createVerifiedPartsReader(
  verifiedValues: RecordValues | null,
): (invalidValue: InvalidValue) => ReadonlySet<string> {
  const rows = new Map(
    Object.entries(verifiedValues?.childTables ?? {}).map(([table, list]) => [
      table,
      new Map(list.map((row) => [row.id, row.fieldsMap])),
    ]),
  );
  return ({ field, group }) => {
    const fields = group.table ? rows.get(group.table.key)?.get(group.rowId ?? '') : verifiedValues?.fieldsMap;
    return new Set(partsToVerify(field, fields?.[field.key]).map(String));
  };
}

/** Returns the name of an invalid part from the sent companion label; without a label, the part itself. */
function nameOf({ field, group }: InvalidValue, part: unknown): string {
  const parts = optionParts(field.node, field.definition, group.now[field.key]);
  const label = group.now[companionKey(field.key)];
  const names = typeof label === 'string' ? namesInLabel(label, parts.length) : [];
  return names[parts.findIndex((optionPart) => String(optionPart) === String(part))] ?? String(part);
}

/**
 * Finds values that are not in their dictionary, not a person, department, unit or record, or not an option of the
 * document. Reports VALUE_OPTION with the path. `loadVerifiedValues` loads the values of the record's last verified
 * revision; null if there is none. These values may stay even if their option was removed. Any stored value may stay if
 * its option is retired or disabled.
 */
export async function findInvalidOptions(
  form: CompiledForm,
  save: Save,
  situation: Situation,
  lookUpOption: OptionLookup,
  loadVerifiedValues: () => Promise<RecordValues | null>,
): Promise<Problem[]> {
  const invalidValues: InvalidValue[] = [];
  for (const group of valueGroupsOf(form, save, isVerifiable)) {
    for (const field of group.fields) {
      if (!hasStoredType(field.node, group.now[field.key])) continue;
      const invalidParts = findInvalidParts(field, group, lookUpOption);
      if (invalidParts.length > 0) invalidValues.push({ field, group, invalidParts });
    }
  }
  if (invalidValues.length === 0) return [];
  const values = recordToValues(save.values, form);
  const reportedValues = invalidValues.filter((invalidValue) => isReported(invalidValue, values, situation));
  const readVerifiedParts = createVerifiedPartsReader(
    reportedValues.some(({ group }) => group.before !== undefined) ? await loadVerifiedValues() : null,
  );
  return reportedValues.flatMap((invalidValue) => {
    const verifiedParts = readVerifiedParts(invalidValue);
    const invalidPart = invalidValue.invalidParts.find((part) => !verifiedParts.has(String(part)));
    const { field, group } = invalidValue;
    return invalidPart === undefined
      ? []
      : [
          problem('VALUE_OPTION', [...group.path, field.key], {
            label: field.node.label || field.key,
            value: nameOf(invalidValue, invalidPart),
          }),
        ];
  });
}
