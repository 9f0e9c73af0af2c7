import type { Element } from '../../flow/index.ts';

/**
 * A note on an import: something was converted ('info'), could not be converted ('warning'), or stays in the file
 * without an effect ('kept').
 */
export interface ImportNote {
  /** Id of the element. */
  element: string;
  /** Name of the element; if it has no name, its id. */
  name: string;
  level: 'info' | 'warning' | 'kept';
  message: string;
}

export type AddNote = (element: Element, message: string, level?: ImportNote['level']) => void;

export type CreateElement = (type: string, properties?: object) => Element;
