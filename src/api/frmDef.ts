import type { Problem } from '../domain/problem/index.ts';
import type { Services } from '../runtime/services/services.ts';
import type {
  FlowImportOptions,
  ImportedFlow,
  FlowTrial,
  FlowTrialRequest,
  RunningApproval,
  FormOfFlow,
} from '../runtime/services/documents.ts';
import { createDocumentCalls } from './documents.ts';
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
