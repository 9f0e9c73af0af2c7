import type { CompiledForm } from '../../kernel/form.ts';
import { textOfField } from '../../kernel/records/title.ts';
import type { RecordValues } from './tables.ts';

/** Texts a keyword finds the record by: those of fields flagged for search or title that nobody is kept from seeing, values and labels. */
export function searchTexts(form: CompiledForm, { fieldsMap }: RecordValues, hidden: ReadonlySet<string>): string[] {
  return [...form.fields.values()].filter(({ key, node }) => node.tag !== 'subTable' && node.flowVisible !== '0' && !hidden.has(key) && (node.isSearch === '1' || node.isTitle === '1'))
    .flatMap((field) => {
      const value = fieldsMap[field.key];
      return [textOfField(field, fieldsMap), typeof value === 'string' ? value : ''];
    });
}
