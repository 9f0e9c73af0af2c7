import { DOCUMENT_KIND_NAMES, type DocumentKind } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';

export const BASE = '/api/system/sys/review';

/** The document to which a comment or a review belongs. */
export interface DocumentRef {
  kind: DocumentKind;
  key: string;
}

/** JSON schemas of properties in requests: the kind and the key of a document. */
export const kindSchema = { enum: Object.keys(DOCUMENT_KIND_NAMES) } as const;
export const documentKeySchema = { type: 'string', minLength: 1, maxLength: 160 } as const;
/** The schema allows more than `MAX_TEXT_LENGTH`, so that `addComment` refuses a long comment with a clear message. */
export const textSchema = { type: 'string', maxLength: 20_000 } as const;

export const invalidRequest = (detail: string): Refusal => new Refusal('REQUEST_INVALID', { detail });
