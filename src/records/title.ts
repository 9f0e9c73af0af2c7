import type { FormRecord } from '../grammar/documents.ts';
import { isTable, type CompiledField, type CompiledForm } from '../kernel/index.ts';

const MAX_TITLE_LENGTH = 200;

/**
 * Returns the display text of a field's value. The stored label is used for values whose text is not in the definition,
 * such as options that would have to be fetched from the server.
 */
export function textOfField(
  { key, node, definition, options }: CompiledField,
  fieldsMap: FormRecord['fieldsMap'],
): string {
  const value = fieldsMap[key];
  const label = fieldsMap[`${key}Label`];
  const displayText = definition.text?.(value, node as never, {
    ...(options ? { options } : {}),
    ...(typeof label === 'string' && label !== '' ? { label } : {}),
  });
  return displayText ?? (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
}

/**
 * Returns a record's title: the text of the form's template (`${field}`), or without a template the texts of the fields
 * flagged as title. If that text is empty, returns the form's name.
 */
export function titleOf(form: CompiledForm, { fieldsMap }: Pick<FormRecord, 'fieldsMap'>): string {
  const { titleTemplate, formName } = form.definition;
  const textOf = (key: string): string => {
    const field = form.fields.get(key);
    if (field && !isTable(field)) return textOfField(field, fieldsMap);
    const storedValue = fieldsMap[key];
    return typeof storedValue === 'string' ? storedValue : '';
  };
  const titleTexts = [...form.fields.values()]
    .filter((field) => field.node.isTitle === '1')
    .map((field) => textOf(field.key))
    .filter(Boolean);
  const title = titleTemplate
    ? titleTemplate.replace(/\$\{([^}]+)\}/g, (_all, key: string) => textOf(key.trim()))
    : titleTexts.join(' ');
  return (title.trim() || formName).slice(0, MAX_TITLE_LENGTH);
}
