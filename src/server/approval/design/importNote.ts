import type { Element } from '../../flow/index.ts';

/**
 * A note on an import: a part was converted ('info'), could not be converted ('warning'), or stays in the file without
 * an effect ('kept').
 */
export interface ImportNote {
  /** The id of the element. */
  element: string;
  /** The name of the element, or its id if it has no name. */
  name: string;
  level: 'info' | 'warning' | 'kept';
  message: string;
}

export type AddNote = (element: Element, message: string, level?: ImportNote['level']) => void;

export type CreateElement = (type: string, properties?: object) => Element;
