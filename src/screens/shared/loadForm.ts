import { compileForm, type CompiledForm, type Vocabulary } from '../../kernel/index.ts';
import { readServedForm } from '../../widgets/shared/readServedForm.ts';
import type { Services } from '../../runtime/services/services.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';

/**
 * Cache of compiled forms by key and version; a published version never changes. Drafts and forms without a version are
 * not cached.
 */
const kept = new WeakMap<Vocabulary, Map<string, CompiledForm>>();

/** Fetches, parses and compiles a published form: the last version, or the given one. Throws ServiceError. */
export async function loadForm({
  services,
  vocabulary,
  formKey,
  version,
}: {
  services: Services;
  vocabulary: Vocabulary;
  formKey: string;
  version?: number;
}): Promise<CompiledForm> {
  if (formKey === '') throw new ServiceError('404', '地址中缺少表单键');
  const known = kept.get(vocabulary) ?? new Map<string, CompiledForm>();
  kept.set(vocabulary, known);
  const wanted = version === undefined ? undefined : known.get(`${formKey}@${version}`);
  if (wanted) return wanted;
  const raw = await services.forms.definition(formKey, version);
  const read = await readServedForm(raw, vocabulary, formKey);
  if (!read.ok)
    throw new ServiceError('DOC_SHAPE', `表单“${formKey}”的定义无法读取：${read.problems[0]?.message ?? ''}`);
  const served = read.value.version;
  const cached = served === undefined ? undefined : known.get(`${formKey}@${served}`);
  if (cached) return cached;
  const compiled = compileForm(read.value, vocabulary);
  if (served !== undefined) known.set(`${formKey}@${served}`, compiled);
  return compiled;
}
