import type { Element } from '../moddle.ts';

/** One thing that was read from another engine's file, or could not be. */
export interface ImportNote { element: string; name: string; level: 'info' | 'warning'; message: string }

export type Note = (element: Element, message: string, level?: ImportNote['level']) => void;

export type Make = (type: string, properties?: object) => Element;
