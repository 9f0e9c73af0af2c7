import type { DraftAbout, DraftChange } from '../runtime/services/drafts.ts';
import type { Http } from './http/client.ts';

/** Calls on the own drafts (ours). In the background: nobody waits for them. */
export function createDraftCalls(http: Http) {
  /** Removed, or about to be: a list that was read before says nothing of it. */
  const gone = new Set<string>();
  return {
    save: (change: DraftChange): Promise<{ revision: number; time: number }> =>
      http.send({ method: 'POST', path: '/system/frmDraft/save', body: change, isQuiet: true }),
    get: (id: string): Promise<DraftAbout & { content: Record<string, unknown> }> =>
      http.send({ method: 'GET', path: '/system/frmDraft/get', query: { id } }),
    async list(of: { formKey?: string; recordId?: string }): Promise<DraftAbout[]> {
      const found = await http.send<DraftAbout[]>({
        method: 'GET',
        path: '/system/frmDraft/list',
        query: of,
        isQuiet: true,
      });
      return found.filter(({ id }) => !gone.has(id));
    },
    async remove(ids: readonly string[]): Promise<void> {
      for (const id of ids) gone.add(id);
      try {
        await http.send({ method: 'POST', path: '/system/frmDraft/remove', body: { ids }, isQuiet: true });
      } catch (error) {
        for (const id of ids) gone.delete(id);
        throw error;
      }
    },
  };
}
