import { compileForm, type CompiledForm, type Vocabulary } from '../../kernel/index.ts';
import { readServedForm } from '../../widgets/shared/readServedForm.ts';
import type { Services } from '../../runtime/services/services.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';

/**
 * Cache of compiled forms by `key@version`, because a published version never changes. A definition without a version
 * is not cached.
 */
const cache = new WeakMap<Vocabulary, Map<string, CompiledForm>>();

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
  const versions = cache.get(vocabulary) ?? new Map<string, CompiledForm>();
  cache.set(vocabulary, versions);
  const cachedForm = version === undefined ? undefined : versions.get(`${formKey}@${version}`);
  if (cachedForm) return cachedForm;
  const raw = await services.forms.definition(formKey, version);
  const readResult = await readServedForm(raw, vocabulary, formKey);
  if (!readResult.ok)
    throw new ServiceError('DOC_SHAPE', `表单“${formKey}”的定义无法读取：${readResult.problems[0]?.message ?? ''}`);
  const servedVersion = readResult.value.version;
  const cachedServedForm = servedVersion === undefined ? undefined : versions.get(`${formKey}@${servedVersion}`);
  if (cachedServedForm) return cachedServedForm;
  const compiled = compileForm(readResult.value, vocabulary);
  if (servedVersion !== undefined) versions.set(`${formKey}@${servedVersion}`, compiled);
  return compiled;
}
