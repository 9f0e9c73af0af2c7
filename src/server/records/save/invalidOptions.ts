import {
  type CompiledField,
  type CompiledForm,
  type Scope,
  hasStoredType,
  isOffPart,
  isOptionPart,
} from '../../../kernel/index.ts';
import { type Problem, problem } from '../../../domain/problem/index.ts';
import { isSameValue, recordToValues } from '../../../records/index.ts';
import type { Situation } from '../../../rules/situation.ts';
import type { Known } from './optionLookup.ts';
import { sheetsOf, type Save, type Sheet } from './valueScopes.ts';
import { partsOf, sourceOf } from './optionSources.ts';
import type { RecordValues } from '../tables.ts';

/** A value that its source does not have, and where. */
interface Stray {
  field: CompiledField;
  sheet: Sheet;
  parts: readonly unknown[];
}

const mayCreate = ({ node }: CompiledField): boolean => 'allow-create' in node && node['allow-create'] === true;

/** Fields whose values can be verified. A computed value is the system's own; relations are verified when they change. */
export const isVerified = (field: CompiledField): boolean => {
  const source = sourceOf(field);
  return source !== null && source.kind !== 'relation' && field.compute === null && !mayCreate(field);
};

function strayParts(field: CompiledField, sheet: Sheet, known: Known): readonly unknown[] {
  const { now, before } = sheet;
  const source = sourceOf(field);
  const value = now[field.key];
  if (!source || field.isEmpty(value)) return [];
  const parts = partsOf(field, value);
  const held = new Set(partsOf(field, before?.[field.key]).map(String));
  if (source.kind === 'static')
    return parts.filter(
      (part) => !isOptionPart(source.options, part) || (isOffPart(source.options, part) && !held.has(String(part))),
    );
  const isKnown = (part: unknown): boolean => {
    const found = known(field, sheet, String(part));
    return found !== undefined && (!found.isRetired || held.has(String(part)));
  };
  return parts.flat().filter((part) => !isKnown(part));
}

/** What this person sees and may change is theirs to put right; of the rest, what they changed. */
function isHeldAgainst({ field, sheet }: Stray, values: Scope['values'], situation: Situation): boolean {
  const { now, before, table } = sheet;
  const scope: Scope = {
    values,
    situation,
    ...(table ? { row: now, rowId: sheet.rowId, isNewRow: before === undefined } : {}),
  };
  if (field.access(scope).editable) return true;
  if (before !== undefined) return !isSameValue(now[field.key], before[field.key]);
  return field.mayWrite(scope) && !isSameValue(now[field.key], field.initial(scope));
}

/** Reads single values of a verified record at the place of a stray. */
function verifiedParts(verified: RecordValues | null): (stray: Stray) => ReadonlySet<string> {
  const rows = new Map(
    Object.entries(verified?.childTables ?? {}).map(([table, list]) => [
      table,
      new Map(list.map((row) => [row.id, row.fieldsMap])),
    ]),
  );
  return ({ field, sheet }) => {
    const fields = sheet.table ? rows.get(sheet.table.key)?.get(sheet.rowId ?? '') : verified?.fieldsMap;
    return new Set(partsOf(field, fields?.[field.key]).map(String));
  };
}

/**
 * Values that are in no dictionary, of no person or part of the organisation, or no option of the document: VALUE_OPTION
 * with the path. `verified` answers the record as it was when last accepted completely (null: never): what stood there
 * then may stay, gone from its dictionary or not. What is retired, or a disabled option, may stay where it is stored. Options of a call that
 * lists no records cannot be verified; where people may add options, nothing need be.
 */
export async function strayProblems(
  form: CompiledForm,
  save: Save,
  situation: Situation,
  known: Known,
  verified: () => Promise<RecordValues | null>,
): Promise<Problem[]> {
  const found: Stray[] = [];
  for (const sheet of sheetsOf(form, save, isVerified)) {
    for (const field of sheet.fields) {
      if (!hasStoredType(field.node, sheet.now[field.key])) continue;
      const parts = strayParts(field, sheet, known);
      if (parts.length > 0) found.push({ field, sheet, parts });
    }
  }
  if (found.length === 0) return [];
  const values = recordToValues(save.values, form);
  const held = found.filter((stray) => isHeldAgainst(stray, values, situation));
  const partsBefore = verifiedParts(held.some(({ sheet }) => sheet.before !== undefined) ? await verified() : null);
  return held.flatMap((stray) => {
    const kept = partsBefore(stray);
    const left = stray.parts.find((part) => !kept.has(String(part)));
    const { field, sheet } = stray;
    return left === undefined
      ? []
      : [
          problem('VALUE_OPTION', [...sheet.path, field.key], {
            label: field.node.label || field.key,
            value: String(left),
          }),
        ];
  });
}
