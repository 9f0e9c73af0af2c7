import type { DraftInfo, DraftChange } from '../../runtime/services/drafts.ts';
import type { Http } from '../http/client.ts';

/** Creates the calls on the user's drafts of records. */
export function createDraftCalls(http: Http) {
  /**
   * Ids of drafts that are removed or being removed. A list that was requested before the removal may still contain
   * them.
   */
  const removedIds = new Set<string>();
  return {
    save: (change: DraftChange): Promise<{ revision: number; time: number }> =>
      http.send({ method: 'POST', path: '/system/frmDraft/save', body: change, isQuiet: true }),
    get: (id: string): Promise<DraftInfo & { content: Record<string, unknown> }> =>
      http.send({ method: 'GET', path: '/system/frmDraft/get', query: { id } }),
    async list(filter: { formKey?: string; recordId?: string }): Promise<DraftInfo[]> {
      const drafts = await http.send<DraftInfo[]>({
        method: 'GET',
        path: '/system/frmDraft/list',
        query: filter,
        isQuiet: true,
      });
      return drafts.filter(({ id }) => !removedIds.has(id));
    },
    async remove(ids: readonly string[]): Promise<void> {
      for (const id of ids) removedIds.add(id);
      try {
        await http.send({ method: 'POST', path: '/system/frmDraft/remove', body: { ids }, isQuiet: true });
      } catch (error) {
        for (const id of ids) removedIds.delete(id);
        throw error;
      }
    },
  };
}
