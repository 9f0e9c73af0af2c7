import type { DocumentCalls, DocumentSummary } from '../runtime/services/documents.ts';
import type { Http } from './http/client.ts';

/** Path of the calls for one kind of document, and the wire names of the document's key and title. */
interface DocumentKind {
  base: string;
  keyName: string;
  titleName: string;
}

/** Creates the life-cycle calls for one kind of document (CL-077). Definitions are raw, in any dialect. */
export const createDocumentCalls = (http: Http, { base, keyName, titleName }: DocumentKind): DocumentCalls => {
  const get = <T>(call: string, query: Record<string, unknown> = {}): Promise<T> =>
    http.send({ method: 'GET', path: `${base}/${call}`, query: query as never });
  const post = <T>(call: string, body: object): Promise<T> =>
    http.send({ method: 'POST', path: `${base}/${call}`, body });
  return {
    async list(key) {
      const rows = await get<(Omit<DocumentSummary, 'key' | 'name'> & Record<string, unknown>)[]>(
        'list',
        key === undefined ? {} : { [keyName]: key },
      );
      return rows.map(({ version, updateTime, hasDraft, revision, disabledBy, uses, ...names }) => ({
        key: String(names[keyName]),
        name: String(names[titleName]),
        version,
        updateTime,
        hasDraft,
        ...(revision === undefined ? {} : { revision }),
        ...(disabledBy === undefined ? {} : { disabledBy }),
        ...(uses === undefined ? {} : { uses }),
      }));
    },
    draft: (key) => get('getDraft', { [keyName]: key }),
    versions: (key) => get('versions', { [keyName]: key }),
    version: (key, version) => get('getVersion', { [keyName]: key, version }),
    saveDraft: (key, name, definition, revision, seen) =>
      post('saveDraft', { [keyName]: key, [titleName]: name, definition, revision, seen }),
    publish: (key, note, revision, seen, acknowledged) =>
      post('publish', { [keyName]: key, note, revision, seen, acknowledged }),
    rollback: (key, version, note, seen, acknowledged) =>
      post('rollback', { [keyName]: key, version, note, seen, acknowledged }),
    impact: (key, definition) => post('impact', { [keyName]: key, definition }),
    uses: (key) => get('uses', { [keyName]: key }),
    copy: (key, newKey, newName) => post('copy', { [keyName]: key, newKey, [titleName]: newName }),
    disable: (key) => post('disable', { [keyName]: key }),
    enable: (key) => post('enable', { [keyName]: key }),
    discardDraft: (key, revision) => post('discardDraft', { [keyName]: key, revision }),
    remove: (key, seen, revision) => post('remove', { [keyName]: key, seen, revision }),
  };
};
