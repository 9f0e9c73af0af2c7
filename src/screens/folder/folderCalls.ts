import type { FileRecord } from '../../runtime/services/files.ts';
import type { Services } from '../../runtime/services/services.ts';

/** A folder of a space, with the user's rights on it. The root has no parent and no name. */
export interface Folder {
  id: string;
  parentId: string | null;
  name: string;
  mayWrite: boolean;
  mayManage: boolean;
  /** True when the folder has its own rights; otherwise it inherits those of the parent folder. */
  hasOwnRights: boolean;
  revision: number;
  /** Number of documents in the folder. */
  documents: number;
}

export interface DocumentVersion {
  version: number;
  file: FileRecord;
  note: string;
  createByName: string;
  createTime: string;
}

/** A document in a folder with its latest version. */
export interface FolderDocument extends DocumentVersion {
  id: string;
  folderId: string;
  name: string;
  revision: number;
}

export type FolderLevel = 'read' | 'write' | 'manage';

/**
 * A right on a folder. `holder`: `all`, or `role:` with the code of a role, or `dept:` or `user:` with an id. `name`:
 * name of the holder for display.
 */
export interface FolderRight {
  holder: string;
  level: FolderLevel;
  name: string;
}

/** A removed folder or document. `place`: its former folder, '' for the root. */
export interface RemovedItem {
  kind: 'folder' | 'document';
  id: string;
  name: string;
  place: string;
  removeTime: string;
  removeByName: string;
}

/** Calls on the folders of one space. */
export interface FolderCalls {
  tree(): Promise<Folder[]>;
  /**
   * Creates a folder in `parentId`, or changes the folder `id`. Without `parentId` this folder keeps its parent.
   * Returns the id of the folder.
   */
  saveFolder(input: { id?: string; parentId?: string; name: string; revision?: number }): Promise<string>;
  removeFolder(folder: Folder): Promise<void>;
  rights(id: string): Promise<FolderRight[]>;
  saveRights(folder: Folder, rights: readonly FolderRight[]): Promise<void>;
  documents(folderId: string): Promise<FolderDocument[]>;
  search(keyword: string): Promise<FolderDocument[]>;
  /** Stores an uploaded file. A file for `documentId`, or with the name of a document, becomes its next version. */
  store(input: {
    folderId: string;
    fileId: string;
    note?: string;
    documentId?: string;
  }): Promise<{ version: number; name: string }>;
  versions(documentId: string): Promise<DocumentVersion[]>;
  /** Stores an earlier version again as the latest version. Returns the new version number. */
  restoreVersion(documentId: string, version: number): Promise<number>;
  saveDocument(document: FolderDocument, change: { name?: string; folderId?: string }): Promise<void>;
  removeDocument(document: FolderDocument): Promise<void>;
  removed(): Promise<RemovedItem[]>;
  restore(item: RemovedItem): Promise<void>;
  erase(item: RemovedItem): Promise<void>;
}

/** Returns the calls of the block `folder` for this space. */
export function createFolderCalls({ request }: Pick<Services, 'request'>, space: string): FolderCalls {
  const read = <T>(name: string, params: Record<string, unknown>): Promise<T> =>
    request({ url: `/file/folder/${name}`, method: 'GET', params }) as Promise<T>;
  const post = <T = void>(name: string, params: Record<string, unknown>): Promise<T> =>
    request({ url: `/file/folder/${name}`, method: 'POST', params }) as Promise<T>;
  return {
    tree: () => read('tree', { space }),
    saveFolder: (input) => post('save', input),
    removeFolder: ({ id, revision }) => post('remove', { id, revision }),
    rights: (id) => read('rights', { id }),
    saveRights: ({ id, revision }, rights) =>
      post('saveRights', { id, revision, rights: rights.map(({ holder, level }) => ({ holder, level })) }),
    documents: (folderId) => read('documents', { folderId }),
    search: (keyword) => read('search', { space, keyword }),
    store: (input) => post('upload', input),
    versions: (id) => read('versions', { id }),
    restoreVersion: (documentId, version) => post('restoreVersion', { documentId, version }),
    saveDocument: ({ id, name, folderId, revision }, change) =>
      post('saveDocument', { id, name, folderId, revision, ...change }),
    removeDocument: ({ id, revision }) => post('removeDocument', { id, revision }),
    removed: () => read('removed', { space }),
    restore: ({ kind, id }) => post('restore', { kind, id }),
    erase: ({ kind, id }) => post('erase', { kind, id }),
  };
}
