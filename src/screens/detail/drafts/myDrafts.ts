import type { Services } from '../../../runtime/services/services.ts';
import type { Query } from '../../navigation/pageNavigation.ts';
import { draftKey, draftPrefix, createDraftStore } from './draftStore.ts';
import { sendUnsyncedDrafts } from './unsyncedDrafts.ts';

/** One line of 我的草稿. */
export interface DraftLine {
  id: string;
  formKey: string;
  formName: string;
  recordId: string | null;
  title: string;
  device: string;
  /** Milliseconds since 1970. */
  time: number;
  /** True when the draft is not on the server yet. */
  isOnlyInThisBrowser: boolean;
}

/** The user whose drafts are listed, and the services to reach them. */
interface DraftAccess {
  services: Services;
  userId: string;
}

/**
 * Returns all drafts of the user (with `formKey`: of this form), the latest first, including those only in this
 * browser. Before that, sends the drafts that the server does not have yet.
 */
export async function listMyDrafts({ services, userId }: DraftAccess, formKey?: string): Promise<DraftLine[]> {
  const store = createDraftStore();
  await sendUnsyncedDrafts({ store, drafts: services.drafts, userId }).catch(() => undefined);
  const [localDrafts, serverDrafts] = await Promise.all([
    store.list(draftPrefix(userId, formKey)),
    services.drafts.list(formKey === undefined ? {} : { formKey }),
  ]);
  const serverLines = serverDrafts.map((info): DraftLine => ({
    ...info,
    recordId: info.recordId === '' ? null : info.recordId,
    isOnlyInThisBrowser: false,
  }));
  const serverIds = new Set(serverDrafts.map(({ id }) => id));
  const localLines = localDrafts
    .filter((draft) => !serverIds.has(draft.id) && !draft.isSynced)
    .map((draft): DraftLine => ({
      id: draft.id,
      formKey: draft.formKey,
      formName: '',
      recordId: draft.recordId,
      title: draft.title,
      device: draft.device,
      time: draft.time,
      isOnlyInThisBrowser: true,
    }));
  return [...serverLines, ...localLines].toSorted((a, b) => b.time - a.time);
}

/** Removes a draft from the server and from this browser. */
export async function removeMyDraft({ services, userId }: DraftAccess, line: DraftLine): Promise<void> {
  await services.drafts.remove([line.id]);
  await createDraftStore().remove(draftKey(userId, line));
}

/**
 * Returns the query of the page on which the user continues a draft: the page of a new record, of the stored record, or
 * of the user's task on the record.
 */
export async function loadDraftQuery({ services }: DraftAccess, { formKey, recordId, id }: DraftLine): Promise<Query> {
  if (recordId === null) return { formKey, isEdit: '1', draft: id };
  const { task } = (await services.records.get(formKey, recordId)) as { task?: { taskId: string } | null };
  return {
    formKey,
    id: recordId,
    isEdit: '1',
    ...(task ? { todo: '1', taskId: task.taskId } : {}),
    draft: id,
  };
}
