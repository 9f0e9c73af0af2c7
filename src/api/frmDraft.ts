import type { DraftAbout, DraftChange } from '../runtime/services/drafts.ts';
import type { Http } from './http.ts';

/** Calls on the own drafts (ours). In the background: nobody waits for them. */
export const createDraftCalls = (http: Http) => ({
  save: (change: DraftChange): Promise<{ revision: number; time: number }> => http.send({ method: 'POST', path: '/system/frmDraft/save', body: change, isQuiet: true }),
  get: (id: string): Promise<DraftAbout & { content: Record<string, unknown> }> => http.send({ method: 'GET', path: '/system/frmDraft/get', query: { id } }),
  list: (of: { formKey?: string; recordId?: string }): Promise<DraftAbout[]> => http.send({ method: 'GET', path: '/system/frmDraft/list', query: of, isQuiet: true }),
  remove: (ids: readonly string[]): Promise<void> => http.send({ method: 'POST', path: '/system/frmDraft/remove', body: { ids }, isQuiet: true }),
});
