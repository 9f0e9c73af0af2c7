import { use, useMemo } from 'react';
import {
  compileForm,
  readCanonicalForm,
  type CompiledForm,
  type FormDefinition,
  type Vocabulary,
} from '../../kernel/index.ts';
import type { Result } from '../../domain/problem/index.ts';
import { useRegistry } from '../../runtime/contexts.ts';
import { readServedForm } from '../../widgets/shared/readServedForm.ts';

type ReadResult = Result<FormDefinition>;

/**
 * Cache of imported forms, by the list of fields as the server sent it. React calls a suspended component again, which
 * must then get the same promise.
 */
const importCache = new WeakMap<readonly unknown[], Promise<ReadResult>>();

function importOnce(
  fields: readonly unknown[],
  document: { formKey: string },
  vocabulary: Vocabulary,
): Promise<ReadResult> {
  const promise = importCache.get(fields) ?? readServedForm(document, vocabulary, document.formKey);
  importCache.set(fields, promise);
  return promise;
}

/**
 * Returns a form whose fields are defined in the screen itself (a mail, a notice). Suspends while fields of another
 * dialect are imported. A field that cannot be parsed is shown as a placeholder. Throws if the form as a whole cannot
 * be read.
 */
export function useInlineForm(
  formKey: string,
  formName: string,
  fields: readonly unknown[],
  labelWidth = 90,
): CompiledForm {
  const registry = useRegistry();
  const document = useMemo(() => ({ formKey, formName, labelWidth, fields }), [formKey, formName, labelWidth, fields]);
  const canonical = useMemo(() => readCanonicalForm(document, registry), [document, registry]);
  const readResult = canonical.ok ? canonical : use(importOnce(fields, document, registry));
  if (!readResult.ok)
    throw new Error(`the fields of ${formName} cannot be read: ${readResult.problems[0]?.message ?? ''}`);
  return useMemo(() => compileForm(readResult.value, registry), [readResult.value, registry]);
}
