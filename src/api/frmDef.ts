import type { Problem } from '../domain/problem/index.ts';
import type { Services } from '../runtime/services/services.ts';
import type {
  FlowImportOptions,
  ImportedFlow,
  FlowTrial,
  FlowTrialRequest,
  RunningApproval,
  FormOfFlow,
  DocumentCalls,
  DocumentSummary,
} from '../runtime/services/documents.ts';
import type { Http } from './http/client.ts';

const FORMS = { base: '/system/frmDef', keyName: 'formKey', titleName: 'formName' };
const FLOWS = { base: '/system/flowDef', keyName: 'flowKey', titleName: 'flowName' };
const DATASETS = { base: '/system/datasetDef', keyName: 'datasetKey', titleName: 'name' };
const SCREENS = { base: '/system/screenDef', keyName: 'screenKey', titleName: 'title' };

/** Creates the calls for form, screen, dataset and process definitions: published versions and life cycle. */
export const createDefinitionCalls = (http: Http) => ({
  forms: {
    ...createDocumentCalls(http, FORMS),
    definition: (formKey: string, version?: number): Promise<unknown> =>
      http.send({ method: 'GET', path: `${FORMS.base}/getLastVersionFrmDef`, query: { formKey, version } }),
    running: (formKey: string, version: number): Promise<{ list: RunningApproval[]; total: number }> =>
      http.send({ method: 'GET', path: `${FORMS.base}/running`, query: { formKey, version } }),
  } satisfies Omit<Services['forms'], 'flowConfig'>,
  screens: {
    ...createDocumentCalls(http, SCREENS),
    get: (screenKey: string): Promise<unknown> =>
      http.send({ method: 'GET', path: `${SCREENS.base}/getLastVersionScreenDef`, query: { screenKey } }),
  } satisfies Services['screens'],
  datasets: createDocumentCalls(http, DATASETS),
  flows: {
    ...createDocumentCalls(http, FLOWS),
    check: async (flowKey: string, definition: string, formKey?: string): Promise<Problem[]> =>
      (
        await http.send<{ problems: Problem[] }>({
          method: 'POST',
          path: `${FLOWS.base}/check`,
          body: { flowKey, definition, ...(formKey ? { formKey } : {}) },
          isQuiet: true,
        })
      ).problems,
    forms: (flowKey: string): Promise<FormOfFlow[]> =>
      http.send({ method: 'GET', path: `${FLOWS.base}/forms`, query: { flowKey } }),
    importText: (
      flowKey: string,
      definition: string,
      { name, ...options }: FlowImportOptions = {},
    ): Promise<ImportedFlow> =>
      http.send({
        method: 'POST',
        path: `${FLOWS.base}/import`,
        body: { flowKey, definition, ...(name ? { flowName: name } : {}), ...options },
      }),
    trial: (request: FlowTrialRequest): Promise<FlowTrial> =>
      http.send({ method: 'POST', path: `${FLOWS.base}/trial`, body: request }),
    holders: (): Promise<{ roles: { code: string; name: string }[]; posts: string[] }> =>
      http.send({ method: 'GET', path: `${FLOWS.base}/holders` }),
    running: (flowKey: string, version: number): Promise<{ list: RunningApproval[]; total: number }> =>
      http.send({ method: 'GET', path: `${FLOWS.base}/running`, query: { flowKey, version } }),
  } satisfies Services['flows'],
});

/** Path of the calls for one kind of document, and the wire names of the document's key and title. */
interface DocumentKind {
  base: string;
  keyName: string;
  titleName: string;
}

/** Creates the life-cycle calls for one kind of document (CL-077). Definitions are raw, in any dialect. */
const createDocumentCalls = (http: Http, { base, keyName, titleName }: DocumentKind): DocumentCalls => {
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
