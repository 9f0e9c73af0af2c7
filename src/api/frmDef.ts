import type { Services } from '../runtime/services.ts';
import type { RunningApproval } from '../runtime/services/documents.ts';
import { createDocumentCalls } from './documents.ts';
import type { Http } from './http.ts';

const FORMS = { base: '/system/frmDef', keyName: 'formKey', titleName: 'formName' };
const SCREENS = { base: '/system/screenDef', keyName: 'screenKey', titleName: 'title' };

/** Definitions of forms and screens: what is in force, and their life cycle. */
export const createDefinitionCalls = (http: Http) => ({
  forms: {
    ...createDocumentCalls(http, FORMS),
    definition: (formKey: string, version?: number): Promise<unknown> => http.send({ method: 'GET', path: `${FORMS.base}/getLastVersionFrmDef`, query: { formKey, version } }),
    running: (formKey: string, version: number): Promise<{ list: RunningApproval[]; total: number }> => http.send({ method: 'GET', path: `${FORMS.base}/running`, query: { formKey, version } }),
  } satisfies Omit<Services['forms'], 'flowConfig'>,
  screens: {
    ...createDocumentCalls(http, SCREENS),
    get: (screenKey: string): Promise<unknown> => http.send({ method: 'GET', path: `${SCREENS.base}/getLastVersionScreenDef`, query: { screenKey } }),
  } satisfies Services['screens'],
});
