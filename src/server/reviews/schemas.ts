import type { DocumentKind } from '../documents/index.ts';

export const BASE = '/api/system/sys/review';
export const kind = { enum: ['form', 'screen', 'flow', 'dataset'] as const satisfies readonly DocumentKind[] };
export const documentKey = { type: 'string', minLength: 1, maxLength: 160 } as const;
export const id = { type: 'string', minLength: 1, maxLength: 64 } as const;
/** The room refuses what is too long for a comment with a sentence of its own; this bounds the request. */
export const text = { type: 'string', maxLength: 20_000 } as const;
export const object = (properties: Record<string, object>, ...required: string[]) => ({
  type: 'object',
  required,
  additionalProperties: false,
  properties,
});
