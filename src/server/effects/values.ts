import {
  companionKey,
  compileScoped,
  endOfNames,
  fieldsOf,
  type NamedPath,
  plainField,
  readerOf,
  type ReadName,
  relatedIds,
  relationOf,
  type ScopedText,
  scopedText,
  withPlaces,
  placesIn,
  type EffectNames,
} from '../../kernel/index.ts';
import { recordToValues } from '../../records/index.ts';
import { recordsOf, situationOf, textOf, valuesAlong, valuesOf, type RecordRow } from '../records/index.ts';
import { loadForm } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import { recordNames, systemValues, type Subject } from './subject.ts';

const texts = new WeakMap<EffectNames, Map<string, ScopedText>>();

function readOnce(names: EffectNames, text: string): ScopedText {
  const known = texts.get(names) ?? new Map<string, ScopedText>();
  texts.set(names, known);
  const read = known.get(text) ?? scopedText(text, names);
  known.set(text, read);
  return read;
}

/** A record by its key, whoever may read it: effects act with the authority of the published document. */
export async function storedRecord(
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

/** The values that a path begins with: the form's, or those of a group. */
function beginning({ row, groups }: Subject, group: string): Readonly<Record<string, unknown>> {
  return group === '' ? row.fields : (groups[group] ?? {});
}

/** The record that holds the last name of a path; undefined where a relation on the way is empty. */
async function holderOf(subject: Subject, { group, parts }: NamedPath): Promise<RecordRow | undefined> {
  const { names } = subject;
  let values = beginning(subject, group);
  let fields = group === '' ? fieldsOf(subject.loaded.form.definition) : (names.groups[group]?.fields ?? new Map());
  let found: RecordRow | undefined;
  for (const part of parts.slice(0, -1)) {
    const node = fields.get(part);
    const relation = node ? relationOf(node) : null;
    const [id] = relatedIds(values[part]);
    const form = relation && names.formOf(relation.to);
    if (!relation || !form || id === undefined) return undefined;
    found = await storedRecord(subject, relation.to, id);
    if (!found) return undefined;
    values = found.fields;
    fields = fieldsOf(form);
  }
  return found;
}

/** The value at the end of a path, and the text beside it. */
async function valueAt(subject: Subject, path: NamedPath): Promise<{ value: unknown; label: string }> {
  if (subject.isReading) return readableAt(subject, path);
  const holder = await holderOf(subject, path);
  if (!holder) return { value: undefined, label: '' };
  const name = path.parts.at(-1) ?? '';
  const label = holder.fields[companionKey(name)];
  return { value: recordNames(holder)[name], label: typeof label === 'string' ? label : '' };
}

/** The same as this person may read it: what is hidden from them is empty. */
async function readableAt(subject: Subject, { group, parts }: NamedPath): Promise<{ value: unknown; label: string }> {
  const { context, trx, user, names, loaded } = subject;
  const [first = '', ...rest] = parts;
  const node = (group === '' ? fieldsOf(loaded.form.definition) : names.groups[group]?.fields)?.get(first);
  const relation = node ? relationOf(node) : null;
  const [id] = relatedIds(beginning(subject, group)[first]);
  if (!relation || id === undefined) return { value: undefined, label: '' };
  const name = rest.join('.');
  const found = (await valuesAlong(context, trx, user, relation.to, id, [name])).get(name);
  return { value: found?.value, label: found?.label ?? '' };
}

/** How the plain names of an expression are read: the record's fields and columns, who acts, and groups. */
function plainReader({ row, loaded: { form }, user, groups }: Subject): ReadName {
  const situation = situationOf({ user, formKey: null, row, rules: null, isEdit: false, isTask: false });
  const read = readerOf(new Set(form.fields.keys()))({ values: recordToValues(valuesOf(row), form), situation });
  const system = systemValues(row);
  return (name) => {
    if (Object.hasOwn(groups, name)) return groups[name];
    return form.fields.has(name) || !Object.hasOwn(system, name) ? read(name) : system[name];
  };
}

/** The value of an expression over the record and its relatives as they are stored now. Null where it cannot be evaluated. */
export async function evaluate(subject: Subject, text: string): Promise<unknown> {
  const scoped = readOnce(subject.names, text);
  const [fault] = scoped.problems;
  // a form that it reads was published anew since
  if (fault) throw new Refusal('EFFECT_REFUSED', { detail: `“${text}”：${fault.message}` });
  const found = new Map<string, unknown>();
  for (const [plain, path] of scoped.paths) found.set(plain, (await valueAt(subject, path)).value);
  const read = plainReader(subject);
  return compileScoped(scoped)((name) => (found.has(name) ? found.get(name) : read(name)));
}

/** Whether a condition holds; one that is not written does. */
export const holds = async (subject: Subject, when: string | undefined): Promise<boolean> =>
  when === undefined || (await evaluate(subject, when)) === true;

/** The text beside the value that an expression names, where it is nothing but the name of a field. */
export async function labelBeside(subject: Subject, text: string): Promise<string> {
  const written = text.trim();
  const path = endOfNames(written, subject.names);
  if (path) return (await valueAt(subject, path)).label;
  if (!plainField(written, subject.names)) return '';
  const parts = written.split('.');
  const values =
    parts.length > 1 ? beginning(subject, parts[0] === 'form' ? '' : (parts[0] ?? '')) : subject.row.fields;
  const label = values[companionKey(parts.at(-1) ?? '')];
  return typeof label === 'string' ? label : '';
}

const inWords = (value: unknown): string =>
  Array.isArray(value) ? value.map(inWords).join('、') : value === null || value === undefined ? '' : String(value);

/** A text for people with its places filled: values as their fields show them. */
export async function filledText(subject: Subject, text: string): Promise<string> {
  const words = new Map<string, string>();
  for (const name of new Set(placesIn(text))) words.set(name, await wordsOf(subject, name));
  return withPlaces(text, (name) => words.get(name) ?? '');
}

async function wordsOf(subject: Subject, name: string): Promise<string> {
  const { names, loaded } = subject;
  const path = endOfNames(name, names);
  if (path) {
    const { value, label } = await valueAt(subject, path);
    if (label !== '' || path.end.node === null) return label || inWords(value);
    const { form } = await loadForm(subject.context, subject.trx, path.end.definition.formKey);
    const field = form.fields.get(path.end.name);
    return field ? textOf(field as never, { [path.end.name]: value }) : inWords(value);
  }
  const own = loaded.form.fields.get(name);
  if (own) return textOf(own as never, subject.row.fields);
  const label = await labelBeside(subject, name);
  if (label !== '') return label;
  const base = name.replace(/Label$/, '');
  if (base !== name && plainField(base, names)) return labelBeside(subject, base);
  return inWords(await evaluate(subject, name));
}
