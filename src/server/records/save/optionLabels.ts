import type { FormRecord } from '../../../grammar/documents.ts';
import { type CompiledField, type CompiledForm, companionKey, type Option } from '../../../kernel/index.ts';
import { isSameValue } from '../../../records/index.ts';
import type { Known } from './optionLookup.ts';
import { sheetsOf, type Save, type Sheet } from './valueScopes.ts';
import { partsOf, sourceOf } from './optionSources.ts';
import type { RecordValues } from '../tables.ts';

/** What definitions join names with. */
const SEPARATOR = '、';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The names that were stored for single values: those of items that exist no more. */
function remembered(field: CompiledField, before: Sheet['before']): ReadonlyMap<string, string> {
  const label = before?.[companionKey(field.key)];
  const parts = partsOf(field, before?.[field.key]).map(String);
  const names = isText(label) ? label.split(SEPARATOR) : [];
  return new Map(names.length === parts.length ? parts.map((part, index) => [part, names[index] as string]) : []);
}

function optionsFor(field: CompiledField, sheet: Sheet, known: Known): readonly Option[] | null {
  const { now, before } = sheet;
  const source = sourceOf(field);
  if (!source) return null;
  if (source.kind === 'static') return source.options;
  const old = remembered(field, before);
  return partsOf(field, now[field.key])
    .flat()
    .map((part) => ({
      value: part as Option['value'],
      label: known(field, sheet, String(part))?.label ?? old.get(String(part)) ?? String(part),
    }));
}

/** The display text to be stored beside a value; undefined leaves what is there. */
function labelOf(field: CompiledField, sheet: Sheet, known: Known): string | null | undefined {
  const { now, before, sent } = sheet;
  const label = companionKey(field.key);
  const value = now[field.key];
  if (field.isEmpty(value)) return isText(now[label]) ? '' : undefined;
  const isUnchanged = before !== undefined && isSameValue(value, before[field.key]);
  // history: what has been renamed since is not renamed in old records
  if (isUnchanged && isText(before[label])) return before[label];
  const options = optionsFor(field, sheet, known);
  if (options) return field.definition.text?.(value, field.node as never, { options }) ?? '';
  // a name of another system: the sender's word, and only for the value it came with
  if (isText(sent[label])) return sent[label];
  return before === undefined || isUnchanged ? undefined : null;
}

function labelled(sheet: Sheet, known: Known): Sheet['now'] {
  let now: Record<string, unknown> | null = null;
  for (const field of sheet.fields) {
    const label = labelOf(field, sheet, known);
    const key = companionKey(field.key);
    if (label === undefined || label === sheet.now[key]) continue;
    now ??= { ...sheet.now };
    now[key] = label;
  }
  return now ?? sheet.now;
}

const hasLabel = ({ hasCompanion }: CompiledField): boolean => hasCompanion;

/**
 * LB-001…003: the values with the display texts the server writes: of people, departments, units, dictionaries and the
 * document's own options by its own data, whatever came. Of options of a call that lists no records the sent text is kept. A value
 * that did not change keeps its stored text.
 */
export function withLabels(form: CompiledForm, save: Save, known: Known): RecordValues {
  const [own, ...rows] = sheetsOf(form, save, hasLabel);
  if (!own) return save.values;
  const childTables: FormRecord['childTables'] = { ...save.values.childTables };
  for (const sheet of rows) {
    const now = labelled(sheet, known);
    if (now === sheet.now || !sheet.table) continue;
    const { key } = sheet.table;
    if (childTables[key] === save.values.childTables[key]) childTables[key] = [...(save.values.childTables[key] ?? [])];
    (childTables[key] as FormRecord['childTables'][string])[sheet.path[2] as number] = {
      id: sheet.rowId as string,
      fieldsMap: now,
    };
  }
  return { fieldsMap: labelled(own, known), childTables };
}
