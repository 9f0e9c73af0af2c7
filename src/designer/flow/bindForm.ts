import { ServiceError } from '../../runtime/services/serviceError.ts';
import type { Services } from '../../runtime/services/services.ts';

/**
 * Assigns the process to a form by publishing a new version of the form. Returns the version number. Throws
 * DOC_HAS_DRAFT if the form has a draft, because publishing would include the draft.
 */
export async function bindForm(
  { forms }: Pick<Services, 'forms'>,
  formKey: string,
  flow: { key: string; name: string },
): Promise<number> {
  const summary = (await forms.list()).find(({ key }) => key === formKey);
  if (!summary) throw new ServiceError('404', '表单已不存在，请刷新后再试');
  if (summary.hasDraft)
    throw new ServiceError(
      'DOC_HAS_DRAFT',
      `表单“${summary.name}”有未发布的草稿，还没有使用此流程；请在表单管理中打开它，在“表单设置”中选择审批流程“${flow.name}”后发布`,
    );
  const publishedDefinition = (await forms.version(formKey, summary.version)).definition;
  const hasFields =
    typeof publishedDefinition === 'object' &&
    publishedDefinition !== null &&
    Array.isArray((publishedDefinition as { fields?: unknown }).fields);
  const { version: _version, ...definition } = (
    hasFields ? publishedDefinition : await forms.definition(formKey)
  ) as Record<string, unknown>;
  const { revision } = await forms.saveDraft(
    formKey,
    summary.name,
    JSON.stringify({ ...definition, flowKey: flow.key }, null, 2),
    summary.revision,
  );
  return (await forms.publish(formKey, `使用流程“${flow.name}”`, revision)).version;
}
