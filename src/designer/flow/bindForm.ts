import type { Services } from '../../runtime/services/services.ts';

/**
 * Lets a form use a process from its next version on. Throws with a Chinese sentence when somebody has an unpublished
 * draft of the form: it must not be published by the way.
 */
export async function bindForm(
  { forms }: Pick<Services, 'forms'>,
  formKey: string,
  flow: { key: string; name: string },
): Promise<number> {
  const summary = (await forms.list()).find(({ key }) => key === formKey);
  if (!summary) throw new Error('表单不存在');
  if (summary.hasDraft)
    throw new Error(`表单“${summary.name}”有未发布的草稿，请在表单管理中把 flowKey 设为“${flow.key}”后发布`);
  const given = (await forms.version(formKey, summary.version)).definition;
  const isPlain = typeof given === 'object' && given !== null && Array.isArray((given as { fields?: unknown }).fields);
  const { version: _version, ...definition } = (isPlain ? given : await forms.definition(formKey)) as Record<
    string,
    unknown
  >;
  const { revision } = await forms.saveDraft(
    formKey,
    summary.name,
    JSON.stringify({ ...definition, flowKey: flow.key }, null, 2),
    summary.revision,
  );
  return (await forms.publish(formKey, `使用流程“${flow.name}”`, revision)).version;
}
