/** FL-001. `size` in bytes. */
export interface FileRecord {
  id: string;
  fileName: string;
  fileExt: string;
  url: string;
  size?: number;
}

/** Paragraphs of `body` end with line ends; `notes` are headers, foot notes and text boxes. */
export interface DocText {
  body: string;
  notes: string;
  isCut: boolean;
}

/** A file of a business object: `busiAttId` is the link's, which `remove` takes. */
export interface Attachment extends FileRecord {
  busiAttId: string;
  createByName: string;
}

/** Files that hang on a business object; `busType` is a form key, perhaps with a part after a colon. */
export interface AttachmentService {
  list(busId: string, busType: string): Promise<Attachment[]>;
  add(busId: string, busType: string, fileIds: string[]): Promise<void>;
  remove(busiAttId: string): Promise<void>;
}

/** Files on the server. */
export interface FileService {
  /** `message` is what the server says of the success (ER-018). Ending the signal cancels; then it rejects. */
  upload(
    file: File,
    onProgress?: (percent: number) => void,
    signal?: AbortSignal,
  ): Promise<FileRecord & { message?: string }>;
  /** Largest file in bytes that goes up at all, whatever a document allows (DU-003). */
  limit?: number;
  byIds(ids: string[]): Promise<FileRecord[]>;
  /** Opens or saves a file through the authorised call. */
  open(file: FileRecord, how: 'preview' | 'download'): Promise<void>;
  /** The bytes, for thumbnails and the picture dialog; where absent pictures open like other files. */
  content?(file: FileRecord): Promise<Blob>;
  /** The text of a Word 97-2003 document. */
  docText?(file: FileRecord): Promise<DocText>;
}
