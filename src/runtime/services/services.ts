import type { Dictionary } from '../../grammar/documents.ts';
import type { Option } from '../../kernel/index.ts';
import type { MailService, News, NoticeService } from './messageServices.ts';
import type { AuditService } from './audit.ts';
import type { DatasetService } from './datasets.ts';
import type { DocumentCalls, FlowService, FormService } from './documents.ts';
import type { DraftService } from './drafts.ts';
import type { AttachmentService, FileService } from './files.ts';
import type { ImportCall, ImportedRows } from './imports.ts';
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

/** `revision`: which state of it this is. */
export interface KeptDictionary extends Dictionary {
  revision: string;
}

/** What documents can reach. Implemented by src/api; given to the runtime by the composition root; fakes in tests. */
export interface Services {
  dictionary(typeCode: string): Promise<Option[]>;
  /** Every dictionary, for choosing one. */
  dictionaries(): Promise<{ typeCode: string; typeName: string }[]>;
  /** A dictionary as its editor reads it, with the state it is in. */
  keptDictionary(typeCode: string): Promise<KeptDictionary>;
  /** Keeps a dictionary; administrators only. Throws DICT_STALE when it is no longer in the state of its `revision`. */
  saveDictionary(dictionary: KeptDictionary): Promise<void>;
  /** A configurable request of a document (RD-001…004): path under the own base path; answers the whole envelope's data. */
  request(call: { url: string; method: 'GET' | 'POST'; params: Record<string, unknown> }): Promise<unknown>;
  /** Reads a table file on the server; nothing is stored. Throws with the server's words (ER-017). */
  importRows(call: ImportCall, onProgress?: (percent: number) => void): Promise<ImportedRows>;
  users: UserService;
  orgs: { tree(): Promise<OrgNode[]>; companies(): Promise<OrgNode[]> };
  files: FileService;
  attachments: AttachmentService;
  forms: FormService;
  screens: DocumentCalls & {
    get(screenKey: string): Promise<unknown>;
    /** Asks for a screen that is likely to be opened in a moment; `get` then has it. */
    ahead?(screenKey: string): void;
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
  /** What happens elsewhere while the page is open; absent where nothing is pushed. */
  news?: News;
}
