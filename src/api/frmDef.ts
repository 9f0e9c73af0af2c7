import type { DefinitionVersion, RunningApproval } from '../runtime/services.ts';
import type { Problem } from '../kernel/problem.ts';
import type { Http } from './http.ts';

interface FormSummary { formKey: string; formName: string; version: number; updateTime: string; hasDraft: boolean; revision?: number }

/** Definitions of forms and screens (CL-077) and their life cycle. A definition is raw: any dialect, for the kernel to read. */
export const createDefinitionCalls = (http: Http) => ({
  form: (formKey: string, version?: number): Promise<unknown> =>
    http.send({ method: 'GET', path: '/system/frmDef/getLastVersionFrmDef', query: { formKey, version } }),
  draft: (formKey: string): Promise<unknown> => http.send({ method: 'GET', path: '/system/frmDef/getDraft', query: { formKey } }),
  list: (): Promise<FormSummary[]> => http.send({ method: 'GET', path: '/system/frmDef/list' }),
  versions: (formKey: string): Promise<DefinitionVersion[]> => http.send({ method: 'GET', path: '/system/frmDef/versions', query: { formKey } }),
  saveDraft: (formKey: string, formName: string, definition: unknown, revision?: number): Promise<{ problems: Problem[]; revision?: number }> =>
    http.send({ method: 'POST', path: '/system/frmDef/saveDraft', body: { formKey, formName, definition, revision } }),
  publish: (formKey: string, note: string, revision?: number): Promise<{ version: number }> =>
    http.send({ method: 'POST', path: '/system/frmDef/publish', body: { formKey, note, revision } }),
  version: (formKey: string, version: number): Promise<{ definition: unknown }> => http.send({ method: 'GET', path: '/system/frmDef/getVersion', query: { formKey, version } }),
  running: (formKey: string, version: number): Promise<{ list: RunningApproval[]; total: number }> => http.send({ method: 'GET', path: '/system/frmDef/running', query: { formKey, version } }),
  rollback: (formKey: string, version: number, note: string, seen: number): Promise<{ version: number }> =>
    http.send({ method: 'POST', path: '/system/frmDef/rollback', body: { formKey, version, note, seen } }),
  screen: (screenKey: string): Promise<unknown> =>
    http.send({ method: 'GET', path: '/system/screenDef/getLastVersionScreenDef', query: { screenKey } }),
});
