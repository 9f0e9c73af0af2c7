import type { FlowFormConfig, FormRecord } from '../../grammar/documents.ts';
import type { CompiledForm, Vocabulary } from '../../kernel/index.ts';
import { withSource } from '../actions/withSource.ts';
import { pageAhead } from '../related/pageBlocks.ts';
import { withPresets } from '../related/withPresets.ts';
import type { Services } from '../../runtime/services/services.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { askFormRights, type KnownRights } from '../shared/formRights.ts';
import { loadForm } from '../shared/loadForm.ts';
import type { DetailQuery } from './situation.ts';

/** All that one record's screen needs. */
export interface DetailBundle {
  compiled: CompiledForm;
  /** Null for a new record. */
  record: FormRecord | null;
  config: FlowFormConfig | null;
}

/** The error for a person who may not create records of this form, or whose form is disabled. Null: allowed, or permissions are unknown. */
function notToBegin(known: KnownRights | null, formName: string): ServiceError | null {
  if (known?.isDisabled) return new ServiceError('403', `“${formName}”已停用，不能新增`);
  return known && !known.rights.includes('create')
    ? new ServiceError('403', `您没有新增“${formName}”的权限，请联系管理员`)
    : null;
}

/**
 * A new record or a draft takes the form's last published version; one that is or was in approval keeps the version
 * it was submitted with. Throws ServiceError, also where this person may not begin a record of the form.
 */
export async function loadDetail({
  services,
  vocabulary,
  query,
  hasBlocks = false,
}: {
  services: Services;
  vocabulary: Vocabulary;
  query: DetailQuery;
  /** The screen itself names the blocks of the record's page. */
  hasBlocks?: boolean;
}): Promise<DetailBundle> {
  const { formKey, id, taskId } = query;
  if (formKey === '') throw new ServiceError('404', '地址中缺少表单键');
  const record = id === null ? null : await services.records.get(formKey, id, taskId ?? undefined);
  const asked = record === null ? askFormRights(services, formKey) : null;
  const isDraft = record === null || record.flwState === undefined || record.flwState === '0';
  const loaded = await loadForm({
    services,
    vocabulary,
    formKey,
    ...(isDraft || record.version === undefined ? {} : { version: record.version }),
  });
  if (record !== null && !query.isEdit && !query.isTodo && !hasBlocks) pageAhead(services, loaded.definition);
  const refusal = notToBegin(asked && (await asked), loaded.definition.formName);
  if (refusal) throw refusal;
  const preset = record === null ? withPresets(loaded, query.presets, vocabulary) : loaded;
  const compiled =
    record === null && query.source !== null
      ? withSource(preset, await services.records.prefill(formKey, query.source), vocabulary)
      : preset;
  const config = compiled.definition.flowKey ? await services.forms.flowConfig(formKey, id ?? undefined) : null;
  return { compiled, record, config };
}
