import type { Services } from '../runtime/services/services.ts';
import { createAttachmentCalls } from './attachments.ts';
import { createAuthCalls } from './auth.ts';
import type { ApiConfig } from './http/config.ts';
import { documentCall } from './documentCall.ts';
import type { DownloadDisplay } from './http/downloadDisplay.ts';
import type { Download } from './downloads.ts';
import { createDraftCalls } from './records/frmDraft.ts';
import { createFileCalls } from './file.ts';
import { createServerEvents } from './serverEvents.ts';
import { createMenuCalls } from './menus.ts';
import { createNoticeCalls } from './notices.ts';
import { createDefinitionCalls } from './frmDef.ts';
import { createRecordCalls } from './records/frmCrud.ts';
import type { Http } from './http/client.ts';
import { createImportCall } from './records/importRows.ts';
import { lazyCalls, loadOnce } from './lazyCalls.ts';
import { createRelationCalls } from './records/relations.ts';
import { createSystemCalls } from './system.ts';
import { createTaskCalls } from './task.ts';
import type { TokenStore } from './http/tokens.ts';

/** Creates all services over one HTTP client. */
export function createServices(
  http: Http,
  config: ApiConfig,
  tokens: TokenStore,
  downloads?: DownloadDisplay,
): Services {
  const auth = createAuthCalls(http, config.clientAuthorization);
  const system = createSystemCalls(http);
  const task = createTaskCalls(http);
  const loadDownload = loadOnce(async () => (await import('./downloads.ts')).createDownload(http, downloads));
  const download: Download = async (call, fileName) => (await loadDownload())(call, fileName);
  const file = createFileCalls(http, config, download);
  const records = createRecordCalls(http, download);
  const definitions = createDefinitionCalls(http);
  const serverEvents = createServerEvents({ base: config.base, tokens, renew: system.countMyTodo });
  const loadDatasets = loadOnce(async () => (await import('./datasets.ts')).createDatasetCalls(http, download));
  return {
    address: (path) => config.base + path,
    dictionary: system.dictionary,
    dictionaries: system.dictionaries,
    dictionaryWithRevision: system.dictionaryWithRevision,
    saveDictionary: system.saveDictionary,
    request: async (call) => http.send(documentCall(config.base, call)),
    importRows: createImportCall(http),
    users: { search: system.searchUsers, byIds: system.usersByIds },
    orgs: { tree: system.orgTree, companies: system.companies },
    files: {
      upload: file.upload,
      byIds: file.byIds,
      open: file.open,
      content: file.content,
      docText: file.docText,
      limit: config.fileLimit,
    },
    attachments: createAttachmentCalls(http),
    forms: { ...definitions.forms, flowConfig: task.formConfig },
    mail: lazyCalls(async () => (await import('./mail.ts')).createMailCalls(http)),
    menus: createMenuCalls(http),
    notices: createNoticeCalls(http),
    serverEvents,
    screens: definitions.screens,
    flows: definitions.flows,
    datasets: lazyCalls(loadDatasets),
    datasetDefs: definitions.datasets,
    records,
    listImports: lazyCalls(async () =>
      (await import('./records/listImports.ts')).createListImportCalls(http, download),
    ),
    relations: createRelationCalls(http),
    recordPages: lazyCalls(async () => (await import('./records/recordPages.ts')).createRecordPageCalls(http)),
    drafts: createDraftCalls(http),
    tasks: {
      list: task.list,
      groups: task.groups,
      exportRows: task.exportRows,
      count: system.countMyTodo,
      history: task.history,
      options: task.options,
      act: task.act,
      batch: task.batch,
      progress: task.progress,
      pending: task.pending,
    },
    phrases: lazyCalls(async () => (await import('./phrases.ts')).createPhraseCalls(http)),
    listViews: lazyCalls(async () => (await import('./records/listViews.ts')).createListViewCalls(http)),
    search: lazyCalls(async () => (await import('./records/search.ts')).createSearchCalls(http)),
    flowAdmin: lazyCalls(async () => (await import('./flowAdmin.ts')).createFlowAdminCalls(http)),
    audit: lazyCalls(async () => (await import('./audit.ts')).createAuditCalls(http, download)),
    roleScopes: lazyCalls(async () => (await import('./roleScopes.ts')).createRoleScopeCalls(http)),
    system: lazyCalls(async () =>
      (await import('./systemCalls.ts')).createSystemPageCalls(http, config.base, download),
    ),
    session: {
      captcha: auth.captcha,
      async signIn(form) {
        tokens.set(await auth.token(form));
        serverEvents.restart();
      },
      signOut: auth.logout,
      changePassword: system.changePassword,
      user: auth.currentUser,
      photo: auth.photo,
      setPhoto: auth.setPhoto,
      menus: system.menus,
      sessions: auth.sessions,
      endSession: auth.endSession,
      endOtherSessions: auth.endOtherSessions,
    },
  };
}
