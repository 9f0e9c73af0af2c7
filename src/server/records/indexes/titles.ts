import { serialOf } from '../../../domain/serial.ts';
import { isTable, relationOf, type CompiledField, type CompiledForm } from '../../../kernel/index.ts';
import { textOfField, titleOf, storedKeys } from '../../../records/index.ts';
import { searchText } from '../list/searchText.ts';
import type { RecordValues } from '../tables.ts';

/** May a field's value stand where everybody who meets the record reads it? Not when the definition or some node hides it. */
export const isOpenToAll =
  (form: CompiledForm, hidden: ReadonlySet<string>) =>
  (key: string): boolean => {
    const field = form.fields.get(key);
    return field !== undefined && !hidden.has(key) && field.node.flowVisible !== '0';
  };

/** Is a field searched by keywords? Those flagged for it, titles, numbers, and what names another record (a customer). */
export const isSearched = ({ node }: CompiledField): boolean =>
  node.isSearch === '1' || node.isTitle === '1' || serialOf(node) !== undefined || relationOf(node) !== null;

/**
 * Title and searchable texts of a record, without any value that somebody may be kept from seeing: they stand in lists,
 * to-dos, reminders and mails of all who meet it. Of a hidden field its display text stays out as its value does.
 */
export function titleColumns(
  form: CompiledForm,
  isOpen: (key: string) => boolean,
  { fieldsMap }: Pick<RecordValues, 'fieldsMap'>,
  creatorName: string,
): { title: string; search_text: string } {
  const fields = [...form.fields.values()].filter((field) => !isTable(field) && isOpen(field.key));
  const open = Object.fromEntries(
    fields
      .flatMap(storedKeys)
      .filter((key) => Object.hasOwn(fieldsMap, key))
      .map((key) => [key, fieldsMap[key]]),
  );
  const title = titleOf(form, { fieldsMap: open });
  const texts = fields.filter(isSearched).flatMap((field) => {
    const value = open[field.key];
    return [textOfField(field, open), typeof value === 'string' ? value : ''];
  });
  return { title, search_text: searchText([title, creatorName, ...texts]) };
}
