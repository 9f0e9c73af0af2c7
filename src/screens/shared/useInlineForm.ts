import { useMemo } from 'react';
import { compileForm, type CompiledForm } from '../../kernel/index.ts';
import { parseFormDefinition } from '../../importer/index.ts';
import { useRegistry } from '../../runtime/contexts.ts';

/** A form whose fields stand in the screen itself (a mail, a notice). Fields that cannot be read show as placeholders. */
export function useInlineForm(formKey: string, formName: string, fields: readonly unknown[]): CompiledForm {
  const registry = useRegistry();
  return useMemo(() => {
    const read = parseFormDefinition({ formKey, formName, labelWidth: 90, fields }, registry, { formKey });
    if (!read.ok) throw new Error(`the fields of ${formName} cannot be read: ${read.problems[0]?.message ?? ''}`);
    return compileForm(read.value, registry);
  }, [registry, formKey, formName, fields]);
}
