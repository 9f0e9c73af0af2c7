import type { Element } from '../../flow/index.ts';

/** One thing that was read from another engine's file (info), could not be (warning), or says nothing here (kept). */
export interface ImportNote {
  element: string;
  name: string;
  level: 'info' | 'warning' | 'kept';
  message: string;
}

export type Note = (element: Element, message: string, level?: ImportNote['level']) => void;

export type Make = (type: string, properties?: object) => Element;
