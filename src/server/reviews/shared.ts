import { DOCUMENT_KIND_NAMES, type DocumentKind } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';

export const BASE = '/api/system/sys/review';

/** The document that a comment or review belongs to. */
export interface Which {
  kind: DocumentKind;
  key: string;
}

export const kind = { enum: Object.keys(DOCUMENT_KIND_NAMES) } as const;
export const documentKey = { type: 'string', minLength: 1, maxLength: 160 } as const;
/** Bounds the request; a comment that is longer than `MOST_TEXT` is refused with a sentence of its own. */
export const text = { type: 'string', maxLength: 20_000 } as const;

export const invalid = (detail: string): Refusal => new Refusal('REQUEST_INVALID', { detail });
