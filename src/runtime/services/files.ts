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
  /** Whether the user may remove the file; absent: the back end does not tell. */
  mayRemove?: boolean;
}

/** Files attached to a business object. `busType`: a form key, optionally with a suffix after a colon. */
export interface AttachmentService {
  list(busId: string, busType: string): Promise<Attachment[]>;
  /** Whether the user may attach files. Rejects when the back end does not tell. */
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
  /** The bytes, for thumbnails and the picture dialog. When this method is absent, pictures open like other files. */
  content?(file: FileRecord): Promise<Blob>;
  /** The text of a Word 97-2003 document. */
  docText?(file: FileRecord): Promise<DocText>;
}
