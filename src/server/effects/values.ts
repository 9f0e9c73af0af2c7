import { companionKey } from '../../domain/companionKey.ts';
import {
  compileEffectExpression,
  resolveNamePath,
  type RelationPath,
  directField,
  type ParsedExpression,
  parseEffectExpression,
  replacePlaceholders,
  placeholdersIn,
  type EffectNames,
} from '../../effects/index.ts';
import { fieldsOf } from '../../relations/index.ts';
import { readerOf, relatedIds, relationOf } from '../../kernel/index.ts';
import { evaluateForDay, type ReadName } from '../../expressions/index.ts';
import { recordToValues } from '../../records/index.ts';
import { recordsOf, situationOf, textOf, readPathValues, valuesOf, type RecordRow } from '../records/index.ts';
import { loadForm } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import { recordValuesByName, systemValues, type Subject } from './subject.ts';

/** Cache of parsed expressions: by the names that the expressions may use, then by their text. */
const parsedExpressions = new WeakMap<EffectNames, Map<string, ParsedExpression>>();

function parseCached(names: EffectNames, text: string): ParsedExpression {
  const cache = parsedExpressions.get(names) ?? new Map<string, ParsedExpression>();
  parsedExpressions.set(names, cache);
  const parsed = cache.get(text) ?? parseEffectExpression(text, names);
  cache.set(text, parsed);
  return parsed;
}

/** Loads a record by form and id. The rights of a person are not checked: the published document authorises effects. */
export async function loadStoredRecord(
  { trx }: Pick<Subject, 'trx'>,
  formKey: string,
  id: string,
): Promise<RecordRow | undefined> {
  return trx
    .selectFrom(await recordsOf(trx, formKey))
    .selectAll()
    .where('form_key', '=', formKey)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns the values in which a path begins: those of the record (`prefix` ''), or those of a prefix such as `row`. */
function startValues({ row, prefixValues }: Subject, prefix: string): Readonly<Record<string, unknown>> {
  return prefix === '' ? row.fields : (prefixValues[prefix] ?? {});
}

/**
 * Returns the related record that contains the last field of a path; undefined if a relation in the path is empty, or
 * its record does not exist.
 */
async function lastRecordOf(subject: Subject, { prefix, parts }: RelationPath): Promise<RecordRow | undefined> {
  const { names } = subject;
  let values = startValues(subject, prefix);
  let fields = prefix === '' ? fieldsOf(subject.loaded.form.definition) : (names.prefixes[prefix]?.fields ?? new Map());
  let record: RecordRow | undefined;
  for (const part of parts.slice(0, -1)) {
    const node = fields.get(part);
    const relation = node ? relationOf(node) : null;
    const [id] = relatedIds(values[part]);
    const form = relation && names.formOf(relation.to);
    if (!relation || !form || id === undefined) return undefined;
    record = await loadStoredRecord(subject, relation.to, id);
    if (!record) return undefined;
    values = record.fields;
    fields = fieldsOf(form);
  }
  return record;
}

/** Returns the value at the end of a path and its display text. */
async function readPath(subject: Subject, path: RelationPath): Promise<{ value: unknown; label: string }> {
  if (subject.readsAsUser) return readPathAsUser(subject, path);
  const record = await lastRecordOf(subject, path);
  if (!record) return { value: undefined, label: '' };
  const name = path.parts.at(-1) ?? '';
  const label = record.fields[companionKey(name)];
  return { value: recordValuesByName(record)[name], label: typeof label === 'string' ? label : '' };
}

/**
 * Returns the value at the end of a path and its display text, read with the rights of `subject.user`. The value is
 * undefined if this user may not see it.
 */
async function readPathAsUser(
  subject: Subject,
  { prefix, parts }: RelationPath,
): Promise<{ value: unknown; label: string }> {
  const { context, trx, user, names, loaded } = subject;
  const [firstName = '', ...furtherNames] = parts;
  const node = (prefix === '' ? fieldsOf(loaded.form.definition) : names.prefixes[prefix]?.fields)?.get(firstName);
  const relation = node ? relationOf(node) : null;
  const [id] = relatedIds(startValues(subject, prefix)[firstName]);
  if (!relation || id === undefined) return { value: undefined, label: '' };
  const name = furtherNames.join('.');
  const pathValue = (await readPathValues(context, trx, user, relation.to, id, [name])).get(name);
  return { value: pathValue?.value, label: pathValue?.label ?? '' };
}

/**
 * Returns a function that returns the value of a name in an expression: a field or system column of the record, the
 * acting user, or a prefix (an object of values). Relation paths are not read by it.
 */
function plainReader({ row, loaded: { form }, user, prefixValues }: Subject): ReadName {
  const situation = situationOf({ user, formKey: null, row, rules: null, isEdit: false, isTask: false });
  const read = readerOf(new Set(form.fields.keys()))({ values: recordToValues(valuesOf(row), form), situation });
  const systemColumns = systemValues(row);
  return (name) => {
    if (Object.hasOwn(prefixValues, name)) return prefixValues[name];
    return form.fields.has(name) || !Object.hasOwn(systemColumns, name) ? read(name) : systemColumns[name];
  };
}

/**
 * Evaluates an expression over the record and its related records in their stored state. Returns null if the evaluation
 * fails. Refuses with EFFECT_REFUSED if the expression does not fit the current forms.
 */
export async function evaluate(subject: Subject, text: string): Promise<unknown> {
  const parsed = parseCached(subject.names, text);
  const [firstProblem] = parsed.problems;
  // a newer version of a form may lack a field that the expression reads
  if (firstProblem) throw new Refusal('EFFECT_REFUSED', { detail: `“${text}”：${firstProblem.message}` });
  const pathValues = new Map<string, unknown>();
  for (const [name, path] of parsed.paths) pathValues.set(name, (await readPath(subject, path)).value);
  const read = plainReader(subject);
  const compute = compileEffectExpression(parsed);
  const result = (): unknown => compute((name) => (pathValues.has(name) ? pathValues.get(name) : read(name)));
  return subject.day === undefined ? result() : evaluateForDay(subject.day, result);
}

/** Returns whether a condition holds. A missing condition holds. */
export const isConditionMet = async (subject: Subject, when: string | undefined): Promise<boolean> =>
  when === undefined || (await evaluate(subject, when)) === true;

/** Loads the stored display text of the field that an expression names; '' if the expression is not a field name. */
export async function loadDisplayText(subject: Subject, text: string): Promise<string> {
  const name = text.trim();
  const path = resolveNamePath(name, subject.names);
  if (path) return (await readPath(subject, path)).label;
  if (!directField(name, subject.names)) return '';
  const parts = name.split('.');
  const values =
    parts.length > 1 ? startValues(subject, parts[0] === 'form' ? '' : (parts[0] ?? '')) : subject.row.fields;
  const label = values[companionKey(parts.at(-1) ?? '')];
  return typeof label === 'string' ? label : '';
}

/** Converts a value that has no display text to text. */
function rawText(value: unknown): string {
  if (Array.isArray(value)) return value.map(rawText).join('、');
  return value === null || value === undefined ? '' : String(value);
}

/** Replaces the placeholders of a text by the display texts of values. */
export async function fillText(subject: Subject, text: string): Promise<string> {
  const texts = await placeholderTexts(subject, text);
  return replacePlaceholders(text, (name) => texts.get(name) ?? '');
}

/**
 * Fills the placeholders of an address. The values are encoded, so that `&` or `#` in a value is not read as a part of
 * the address. A placeholder at the beginning is not encoded: its value is an address itself.
 */
export async function fillAddress(subject: Subject, address: string): Promise<string> {
  const [leadingPlaceholder = ''] = /^\$\{[^}]*\}/.exec(address) ?? [];
  const rest = address.slice(leadingPlaceholder.length);
  const texts = await placeholderTexts(subject, rest);
  return (
    (await fillText(subject, leadingPlaceholder)) +
    replacePlaceholders(rest, (name) => encodeURIComponent(texts.get(name) ?? ''))
  );
}

async function placeholderTexts(subject: Subject, text: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const name of new Set(placeholdersIn(text))) texts.set(name, await displayText(subject, name));
  return texts;
}

/** Returns the display text of the value that a placeholder names. */
async function displayText(subject: Subject, name: string): Promise<string> {
  const { names, loaded } = subject;
  const path = resolveNamePath(name, names);
  if (path) {
    const { value, label } = await readPath(subject, path);
    if (label !== '' || path.end.node === null) return label || rawText(value);
    const { form } = await loadForm(subject.context, subject.trx, path.end.definition.formKey);
    const field = form.fields.get(path.end.name);
    return field ? textOf(field as never, { [path.end.name]: value }) : rawText(value);
  }
  const field = loaded.form.fields.get(name);
  if (field) return textOf(field as never, subject.row.fields);
  const label = await loadDisplayText(subject, name);
  if (label !== '') return label;
  const baseName = name.replace(/Label$/, '');
  if (baseName !== name && directField(baseName, names)) return loadDisplayText(subject, baseName);
  return rawText(await evaluate(subject, name));
}
