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

type Read = Result<FormDefinition>;

/**
 * Imported fields by the served list. A cache, because React calls a suspended component again, which must get the same
 * promise.
 */
const importCache = new WeakMap<readonly unknown[], Promise<Read>>();

function importOnce(fields: readonly unknown[], document: { formKey: string }, vocabulary: Vocabulary): Promise<Read> {
  const promise = importCache.get(fields) ?? readServedForm(document, vocabulary, document.formKey);
  importCache.set(fields, promise);
  return promise;
}

/**
 * Returns a form whose fields are defined in the screen itself (a mail, a notice). Suspends while fields of another
 * dialect are imported. Fields that cannot be parsed are shown as placeholders.
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
  const read = canonical.ok ? canonical : use(importOnce(fields, document, registry));
  if (!read.ok) throw new Error(`the fields of ${formName} cannot be read: ${read.problems[0]?.message ?? ''}`);
  return useMemo(() => compileForm(read.value, registry), [read.value, registry]);
}
