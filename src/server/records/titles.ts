import { isTable, type CompiledField, type CompiledForm } from '../../kernel/form.ts';
import type { WidgetDefinition } from '../../kernel/widget.ts';
import type { RecordValues } from './tables.ts';

const MAX_TITLE = 200;

/** A value as people read it. The stored label stands for options the server would have to fetch. */
export function textOfField({ key, node, definition, options }: CompiledField, fieldsMap: RecordValues['fieldsMap']): string {
  const value = fieldsMap[key];
  const label = fieldsMap[`${key}Label`];
  const shown = (definition as WidgetDefinition<typeof node>).text?.(value, node, {
    ...(options ? { options } : {}), ...(typeof label === 'string' && label !== '' ? { label } : {}),
  });
  return shown ?? (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
}

/** A record's title: the form's template (`${field}`), else the fields flagged as title, else the form's name. */
export function titleOf(form: CompiledForm, { fieldsMap }: RecordValues): string {
  const { titleTemplate, formName } = form.definition;
  const textOf = (key: string): string => {
    const field = form.fields.get(key);
    if (field && !isTable(field)) return textOfField(field, fieldsMap);
    const stored = fieldsMap[key];
    return typeof stored === 'string' ? stored : '';
  };
  const flagged = [...form.fields.values()].filter((field) => field.node.isTitle === '1').map((field) => textOf(field.key)).filter(Boolean);
  const title = titleTemplate ? titleTemplate.replace(/\$\{([^}]+)\}/g, (_all, key: string) => textOf(key.trim())) : flagged.join(' ');
  return (title.trim() || formName).slice(0, MAX_TITLE);
}

/** Texts a keyword finds the record by: those of fields flagged for search or title that nobody is kept from seeing, values and labels. */
export function searchTexts(form: CompiledForm, { fieldsMap }: RecordValues, hidden: ReadonlySet<string>): string[] {
  return [...form.fields.values()].filter(({ key, node }) => node.tag !== 'subTable' && node.flowVisible !== '0' && !hidden.has(key) && (node.isSearch === '1' || node.isTitle === '1'))
    .flatMap((field) => {
      const value = fieldsMap[field.key];
      return [textOfField(field, fieldsMap), typeof value === 'string' ? value : ''];
    });
}
