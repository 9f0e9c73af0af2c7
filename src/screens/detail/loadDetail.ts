import type { FlowFormConfig, FormRecord } from '../../grammar/documents.ts';
import type { FormRight } from '../../rules/formRights.ts';
import type { CompiledForm, Vocabulary } from '../../kernel/index.ts';
import { withSource } from '../actions/withSource.ts';
import { prefetchPageBlocks } from '../related/loadPageBlocks.ts';
import { withPresets } from '../related/withPresets.ts';
import type { Services } from '../../runtime/services/services.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { fetchFormRights, type UserFormRights } from '../shared/formRights.ts';
import { loadForm } from '../shared/loadForm.ts';
import type { DetailQuery } from './situation.ts';

/** Data of the screen of one record. */
export interface DetailBundle {
  compiled: CompiledForm;
  /** Null for a new record. */
  record: FormRecord | null;
  /** Configuration of the form within its process; null for a form without a process. */
  config: FlowFormConfig | null;
  /** The user's rights on the form; null: not requested for a to-do, or the server does not report rights. */
  rights: readonly FormRight[] | null;
}

/**
 * Returns the error for a user who opens a new record of a disabled form or without the permission to create records.
 * Returns null if creating is allowed or the rights are unknown (`rights` null): the server checks them on saving.
 */
function creationRefusal(rights: UserFormRights | null, formName: string): ServiceError | null {
  if (rights?.isDisabled) return new ServiceError('403', `“${formName}”已停用，不能新增`);
  return rights && !rights.rights.includes('create')
    ? new ServiceError('403', `您没有新增“${formName}”的权限，请联系管理员`)
    : null;
}

/**
 * Loads the data of a record's screen. A new record and a draft (state 0, or no state) use the last published version
 * of the form; any other record uses its stored version, if any. Throws ServiceError, also for a new record that the
 * user may not create.
 */
export async function loadDetail({
  services,
  vocabulary,
  query,
  hasOwnBlocks = false,
}: {
  services: Services;
  vocabulary: Vocabulary;
  query: DetailQuery;
  /** True when the screen document defines the blocks of the record's page; otherwise they are prefetched. */
  hasOwnBlocks?: boolean;
}): Promise<DetailBundle> {
  const { formKey, id, taskId } = query;
  if (formKey === '') throw new ServiceError('404', '地址中缺少表单键');
  // the rights are irrelevant for acting on a task
  const rightsRequest = id !== null && query.isTodo ? null : fetchFormRights(services, formKey);
  const record = id === null ? null : await services.records.get(formKey, id, taskId ?? undefined);
  const isDraft = record === null || record.flwState === undefined || record.flwState === '0';
  const loadedForm = await loadForm({
    services,
    vocabulary,
    formKey,
    ...(isDraft || record.version === undefined ? {} : { version: record.version }),
  });
  if (record !== null && !query.isEdit && !query.isTodo && !hasOwnBlocks)
    prefetchPageBlocks(services, loadedForm.definition);
  const knownRights = await rightsRequest;
  const refusal = record === null ? creationRefusal(knownRights, loadedForm.definition.formName) : null;
  if (refusal) throw refusal;
  const formWithPresets = record === null ? withPresets(loadedForm, query.presets, vocabulary) : loadedForm;
  const compiled =
    record === null && query.source !== null
      ? withSource(formWithPresets, await services.records.prefill(formKey, query.source), vocabulary)
      : formWithPresets;
  const config = compiled.definition.flowKey ? await services.forms.flowConfig(formKey, id ?? undefined) : null;
  return { compiled, record, config, rights: knownRights?.rights ?? null };
}
