import type { DocumentCalls } from '../../runtime/services/documents.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';

/**
 * Saves the first draft of a new document. Never replaces an existing document: throws RECORD_STALE with a message
 * about the key if another administrator has created a document with this key in the meantime.
 */
export async function createDocument(
  calls: Pick<DocumentCalls, 'saveDraft'>,
  key: string,
  name: string,
  definition: unknown,
): ReturnType<DocumentCalls['saveDraft']> {
  try {
    return await calls.saveDraft(key, name, definition, 0, 0);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'RECORD_STALE') throw error;
    throw new ServiceError(error.code, `键“${key}”已被使用，未新建；请换一个键`, error.data);
  }
}
