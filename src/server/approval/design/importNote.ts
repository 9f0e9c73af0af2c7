import type { Element } from '../../flow/index.ts';

/**
 * A note on an import: something was converted (info), could not be converted (warning), or has no effect here (kept).
 */
export interface ImportNote {
  element: string;
  name: string;
  level: 'info' | 'warning' | 'kept';
  message: string;
}

export type AddNote = (element: Element, message: string, level?: ImportNote['level']) => void;

export type CreateElement = (type: string, properties?: object) => Element;
