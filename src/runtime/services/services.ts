import type { Dictionary } from '../../grammar/documents.ts';
import type { Option } from '../../kernel/index.ts';
import type { MailService, ServerEvents, NoticeService } from './messageServices.ts';
import type { AuditService } from './audit.ts';
import type { DatasetService } from './datasets.ts';
import type { DocumentCalls, FlowService, FormService } from './documents.ts';
import type { DraftService } from './drafts.ts';
import type { AttachmentService, FileService } from './files.ts';
import type { ImportCall, ImportedRows } from './rowImport.ts';
import type { FlowAdminService } from './flowAdmin.ts';
import type { ListViewService } from './listViews.ts';
import type { SearchService } from './search.ts';
import type { PhraseService } from './phrases.ts';
import type { MenuService } from './menus.ts';
import type { OrgNode, SessionService, UserService } from './people.ts';
import type { ListImportService, RecordService } from './records.ts';
import type { RecordPageService } from './recordPages.ts';
import type { RelationService } from './relations.ts';
import type { RoleScopeService } from './roleScopes.ts';
import type { SystemCalls } from './systemCalls.ts';
import type { TaskService } from './tasks.ts';

/** A dictionary for its editor. `revision`: its optimistic lock. */
export interface DictionaryWithRevision extends Dictionary {
  revision: string;
}

/**
 * Server calls for the nodes of documents, implemented by src/api and passed by the composition root. Tests use fakes.
 */
export interface Services {
  /** Returns the address of a path of the server, for a link that the browser follows itself. */
  address(path: string): string;
  /** Returns the selectable items of a dictionary; `withRetired`: also its retired items (FK-015). */
  dictionary(typeCode: string, withRetired?: boolean): Promise<Option[]>;
  /** Returns codes and names of all dictionaries, for selection. */
  dictionaries(): Promise<{ typeCode: string; typeName: string }[]>;
  /** Returns a dictionary with its revision, for its editor. */
  dictionaryWithRevision(typeCode: string): Promise<DictionaryWithRevision>;
  /** Saves a dictionary; administrators only. Throws DICT_STALE when its `revision` is outdated. */
  saveDictionary(dictionary: DictionaryWithRevision): Promise<void>;
  /**
   * Sends a request that a document defines (RD-001…004), to a path below the API's base path. Returns the envelope's
   * data.
   */
  request(call: { url: string; method: 'GET' | 'POST'; params: Record<string, unknown> }): Promise<unknown>;
  /** Parses a table file on the server; stores nothing. Throws with the server's message (ER-017). */
  importRows(call: ImportCall, onProgress?: (percent: number) => void): Promise<ImportedRows>;
  users: UserService;
  orgs: { tree(): Promise<OrgNode[]>; companies(): Promise<OrgNode[]> };
  files: FileService;
  attachments: AttachmentService;
  forms: FormService;
  screens: DocumentCalls & {
    get(screenKey: string): Promise<unknown>;
    /** Prefetches a screen that is likely to be opened soon; `get` then returns it from the cache. */
    prefetch?(screenKey: string): void;
  };
  flows: FlowService;
  datasets: DatasetService;
  datasetDefs: DocumentCalls;
  records: RecordService;
  listImports: ListImportService;
  relations: RelationService;
  recordPages: RecordPageService;
  drafts: DraftService;
  tasks: TaskService;
  phrases: PhraseService;
  listViews: ListViewService;
  search: SearchService;
  flowAdmin: FlowAdminService;
  audit: AuditService;
  roleScopes: RoleScopeService;
  system: SystemCalls;
  session: SessionService;
  mail: MailService;
  menus: MenuService;
  notices: NoticeService;
  /** Events that the server pushes to the open page; absent where nothing is pushed. */
  serverEvents?: ServerEvents;
}
