import type { FormRecord } from '../../../grammar/documents.ts';
import type { CompiledField } from '../../../kernel/index.ts';
import { useRegistry, useServices, useSituation } from '../../../runtime/contexts.ts';
import { buildSituation, readDetailQuery } from '../../detail/situation.ts';
import { loadForm } from '../../shared/loadForm.ts';
import { useLoad } from '../../shared/useLoad.ts';

export interface FieldAccess {
  /** The compiled field; undefined until the form is loaded. */
  field: CompiledField | undefined;
  /** Returns true if the person could change the field on the record's page. The server checks this again. */
  isEditable(record: FormRecord): boolean;
}

/**
 * Returns a field of a form, and whether the person may change it in a stored record: by the field's definition, its
 * conditions and the person's role.
 */
export function useFieldAccess(formKey: string, key: string): FieldAccess {
  const services = useServices();
  const registry = useRegistry();
  const { user } = useSituation();
  const { load } = useLoad(() => loadForm({ services, vocabulary: registry, formKey }), [services, registry, formKey]);
  const compiledField = load.value?.fields.get(key);
  const field = compiledField && 'compute' in compiledField ? compiledField : undefined;
  return {
    field,
    isEditable(record) {
      const query = readDetailQuery({ formKey, id: record.id ?? '', isEdit: '1' });
      const situation = buildSituation({ user, query, rawQuery: {}, record, config: null, mode: 'edit' });
      return field?.compute === null && field.access({ values: record.fieldsMap, situation }).editable;
    },
  };
}
