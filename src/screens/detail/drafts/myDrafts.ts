import type { Services } from '../../../runtime/services/services.ts';
import { detailAddress } from '../../place/place.ts';
import { draftKey, draftPrefix, createDraftStore } from './draftStore.ts';
import { pushLeftovers } from './leftovers.ts';

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
  /** Not on the server yet. */
  isOnlyHere: boolean;
}

interface Owner {
  services: Services;
  userId: string;
}

/** Everything this person left unsaved, of one form or of all, the latest first; with what has not reached the server yet. */
export async function listMyDrafts({ services, userId }: Owner, formKey?: string): Promise<DraftLine[]> {
  const store = createDraftStore();
  await pushLeftovers({ store, drafts: services.drafts, userId }).catch(() => undefined);
  const [here, there] = await Promise.all([
    store.list(draftPrefix(userId, formKey)),
    services.drafts.list(formKey === undefined ? {} : { formKey }),
  ]);
  const lines = there.map((about): DraftLine => ({
    ...about,
    recordId: about.recordId === '' ? null : about.recordId,
    isOnlyHere: false,
  }));
  const known = new Set(there.map(({ id }) => id));
  const own = here
    .filter((draft) => !known.has(draft.id) && !draft.isSynced)
    .map((draft): DraftLine => ({
      id: draft.id,
      formKey: draft.formKey,
      formName: '',
      recordId: draft.recordId,
      title: draft.title,
      device: draft.device,
      time: draft.time,
      isOnlyHere: true,
    }));
  return [...lines, ...own].toSorted((a, b) => b.time - a.time);
}

export async function removeMyDraft({ services, userId }: Owner, line: DraftLine): Promise<void> {
  await services.drafts.remove([line.id]);
  await createDraftStore().remove(draftKey(userId, line));
}

/** Where a draft is gone on with: a new form, the record, or the task this person holds on it. */
export async function draftAddress({ services }: Owner, { formKey, recordId, id }: DraftLine): Promise<string> {
  if (recordId === null) return detailAddress({ formKey, isEdit: '1', draft: id });
  const { task } = (await services.records.get(formKey, recordId)) as { task?: { taskId: string } | null };
  return detailAddress({
    formKey,
    id: recordId,
    isEdit: '1',
    ...(task ? { todo: '1', taskId: task.taskId } : {}),
    draft: id,
  });
}
