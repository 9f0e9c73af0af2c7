/** FL-001: an uploaded file. `size` in bytes. */
export interface FileRecord {
  id: string;
  fileName: string;
  fileExt: string;
  url: string;
  size?: number;
}

/**
 * Text of a document, one paragraph per line. `notes`: headers, footnotes and text boxes. `isCut`: the text is
 * truncated.
 */
export interface DocText {
  body: string;
  notes: string;
  isCut: boolean;
}

/** A file of a business object. `busiAttId`: id of the link between file and object, for `remove`. */
export interface Attachment extends FileRecord {
  busiAttId: string;
  createByName: string;
  /** True if the user may remove the file; absent: unknown. */
  mayRemove?: boolean;
}

/** Files attached to a business object. `busType`: a form key, optionally with a suffix after a colon. */
export interface AttachmentService {
  list(busId: string, busType: string): Promise<Attachment[]>;
  /** Returns true if the user may attach files. Rejects if the server does not support this query. */
  mayAdd(busId: string, busType: string): Promise<boolean>;
  add(busId: string, busType: string, fileIds: string[]): Promise<void>;
  remove(busiAttId: string): Promise<void>;
}

/** Files on the server. */
export interface FileService {
  /** `message`: success message of the server (ER-018). Aborting the signal cancels the upload and rejects. */
  upload(
    file: File,
    onProgress?: (percent: number) => void,
    signal?: AbortSignal,
  ): Promise<FileRecord & { message?: string }>;
  /** Maximum size of an uploaded file in bytes, even if a document allows more (DU-003). */
  limit?: number;
  byIds(ids: string[]): Promise<FileRecord[]>;
  /** Opens or saves a file by an authorised request. */
  open(file: FileRecord, how: 'preview' | 'download'): Promise<void>;
  /** Returns the bytes, for thumbnails and the picture dialog. Without this method, pictures open like other files. */
  content?(file: FileRecord): Promise<Blob>;
  /** Returns the text of a Word 97-2003 document. */
  docText?(file: FileRecord): Promise<DocText>;
}
