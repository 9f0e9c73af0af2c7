import { serialOf } from '../../../domain/serial.ts';
import { keptKeys } from '../../../relations/index.ts';
import { isTable, relationOf, type CompiledField, type CompiledForm } from '../../../kernel/index.ts';
import { textOfField, titleOf, storedKeys } from '../../../records/index.ts';
import { searchText } from '../list/searchText.ts';
import type { RecordValues } from '../tables.ts';

/**
 * Checks whether everybody who can see the record may see the field's value: the form has the field, and neither the
 * definition nor `hidden` hides it.
 */
export const isVisibleToAll =
  (form: CompiledForm, hidden: ReadonlySet<string>) =>
  (key: string): boolean => {
    const field = form.fields.get(key);
    return field !== undefined && !hidden.has(key) && field.node.flowVisible !== '0';
  };

/**
 * Checks whether the keyword search covers a field: it is flagged for search or as title, or is a serial or a
 * relation.
 */
export const isSearched = ({ node }: CompiledField): boolean =>
  node.isSearch === '1' || node.isTitle === '1' || serialOf(node) !== undefined || relationOf(node) !== null;

/**
 * Returns the title and the searchable text of a record. Fields that are hidden from somebody (`isVisible` is false)
 * are left out, because lists, to-dos, reminders and mails show the title to everybody who may read the record. Kept
 * values are left out, because they may change without a save of the record.
 */
export function titleColumns(
  form: CompiledForm,
  isVisible: (key: string) => boolean,
  { fieldsMap }: Pick<RecordValues, 'fieldsMap'>,
  creatorName: string,
): { title: string; search_text: string } {
  const kept = keptKeys(form.definition);
  const fields = [...form.fields.values()].filter(
    (field) => !isTable(field) && isVisible(field.key) && !kept.has(field.key),
  );
  const visibleValues = Object.fromEntries(
    fields
      .flatMap(storedKeys)
      .filter((key) => Object.hasOwn(fieldsMap, key))
      .map((key) => [key, fieldsMap[key]]),
  );
  const title = titleOf(form, { fieldsMap: visibleValues });
  const texts = fields.filter(isSearched).flatMap((field) => {
    const value = visibleValues[field.key];
    return [textOfField(field, visibleValues), typeof value === 'string' ? value : ''];
  });
  return { title, search_text: searchText([title, creatorName, ...texts]) };
}
